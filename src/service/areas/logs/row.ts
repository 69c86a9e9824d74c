/** An entry of the log as the API lists it, and the time that is asked for. Filled by sources.ts. */

/** One entry as the API lists it: snake_case, other than everything else. */
export interface LogRow extends Record<string, unknown> {
  readonly type: string;
  readonly action: string;
  readonly status: 'success' | 'failed' | 'pending' | 'skipped';
  /** ISO 8601. */
  readonly created_at: string;
}

/** What is asked of the sources. */
export interface Window {
  /** Milliseconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}
