/** What tells one row from another across runs: its own key, or what it says. Pure. Used by judge.ts and resume.ts. */
import { isFields } from '../../kernel/json.ts';
import { createHash } from 'node:crypto';
import { type Row } from './row.ts';

export interface Identity {
  /** Identifies the row in the next run, even at another position. */
  readonly ident: string;
  /** Changes with any field of the row. */
  readonly says: string;
}

/** Identical rows without a key are numbered. */
export function identities(rows: readonly { readonly row: Row; readonly key?: string }[]): readonly Identity[] {
  const seen = new Map<string, number>();
  return rows.map(({ row, key }) => {
    const says = fingerprintOf(row);
    if (key !== undefined) return { ident: `key ${key}`, says };
    const count = (seen.get(says) ?? 0) + 1;
    seen.set(says, count);
    return { ident: `${says} ${count}`, says };
  });
}

/** Remarks say nothing, and neither does the order of the columns. */
function fingerprintOf({ fields }: Row): string {
  const said = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('_')));
  return digest(JSON.stringify(ordered(said)));
}

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

function ordered(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(ordered);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, ordered(value[key])]),
  );
}
