/** A piece of due work, as `GET /_local/timeline` answers it. */
export interface Work {
  readonly dueAt: string;
  readonly kind: string;
  readonly ref: string;
  readonly attempt: number;
  readonly payload: unknown;
  readonly running: boolean;
  readonly lastError?: string;
}
