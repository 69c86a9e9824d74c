/** Records by the names that people give them: `called` of a kind, and what is pressed from it for the client. Read by cli/names. */
import type { CalledWords, IdForm } from './effect.ts';
import { isRecordId, isUuid } from './ids.ts';
import { withoutKeys } from './secret.ts';

/** How a record of a kind is found by its name. */
export interface Called extends Pick<CalledWords, 'by' | 'search' | 'ids'> {
  readonly form: IdForm;
  /** Dotted field of the record that holds its id. */
  readonly key: string;
  /** Operation that lists such records. */
  readonly list: string;
  /** Query with which the list holds every record. */
  readonly whole?: Readonly<Record<string, unknown>>;
}

/** Kind to how its records are found: `dist/cards/called.json`. */
export type CalledKinds = Readonly<Record<string, Called>>;

/** Hexadecimal and as long as this, a word is a mistyped id and no name. */
const MISTYPED = /^[0-9a-f]{12,}$/i;

/** Whether a word is judged as an id and goes to the API as it was typed: nobody looks up a key that was typed by mistake. */
export function isIdOf({ form, ids }: Pick<Called, 'form' | 'ids'>, word: string): boolean {
  if (withoutKeys(word) !== word) return true;
  if (word === '' || (ids !== undefined && new RegExp(ids).test(word))) return true;
  if (form === 'record') return isRecordId(word) || MISTYPED.test(word);
  return form === 'uuid' ? isUuid(word) : ids === undefined && !/\s/.test(word);
}
