/** The one error class. It carries everything the error printer shows; nobody branches on its message. */
import { API_ERRORS, CLIENT_ERRORS, type ClientErrorCode } from './errors.ts';
import { EXITS, type ExitName } from './exits.ts';

/** The JSON form printed on stderr, under the key `error`. Source: design, "Errors". */
export interface FailureFields {
  readonly type?: string;
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  /** Field at fault; dotted path for nested fields. */
  readonly param?: string;
  readonly details?: unknown;
  readonly platform?: string;
  readonly platformError?: unknown;
  readonly requestId?: string;
  /** Seconds to wait before a further try. */
  readonly retryAfter?: number;
  readonly hint?: string;
}

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly fields: FailureFields;
  readonly exit: ExitName;

  constructor(fields: FailureFields, exit: ExitName, cause?: unknown) {
    super(fields.message, { cause });
    this.fields = fields;
    this.exit = exit;
  }

  get exitCode(): number {
    return EXITS[this.exit];
  }

  /** The document of the error contract: `{"error": {…, "exit": n}}`. */
  toJSON(): { error: FailureFields & { exit: number } } {
    return { error: { ...this.fields, exit: this.exitCode } };
  }
}

/** A failure of the command line itself, from its catalogue row; `more` replaces or adds fields. */
export function failure(code: ClientErrorCode, more: Partial<FailureFields> = {}, cause?: unknown): Failure {
  const row = CLIENT_ERRORS[code];
  const hint = 'hint' in row ? { hint: row.hint } : {};
  return new Failure({ code, message: row.sentence, ...hint, ...more }, row.exit, cause);
}

/** The catalogue's advice for a code of the API, compared exactly. */
export function hintFor(code: string | undefined): string | undefined {
  if (code === undefined || !Object.hasOwn(API_ERRORS, code)) return undefined;
  const row = API_ERRORS[code as keyof typeof API_ERRORS];
  return 'hint' in row ? row.hint : undefined;
}

/** Whether this key may not ask, or there is nothing to ask about: the answer can then be left out. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof Failure && ['not_found', 'forbidden', 'rejected'].includes(error.exit);
