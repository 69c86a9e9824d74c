/** The exit codes of the command line. Scripts rely on them; a number never changes its meaning. */

/** Source: design, "Errors". */
export const EXITS = {
  ok: 0,
  internal: 1,
  usage: 2,
  rejected: 3,
  auth: 4,
  forbidden: 5,
  billing: 6,
  not_found: 7,
  pending: 8,
  partial: 9,
  rate_limited: 10,
  platform: 11,
  unavailable: 12,
  network: 13,
  bad_signature: 14,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitName = keyof typeof EXITS;
