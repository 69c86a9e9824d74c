/** An instant as the API writes it. */

/** @param ms since the epoch @returns ISO 8601 in UTC, with milliseconds */
export const instantOf = (ms: number): string => new Date(ms).toISOString();
