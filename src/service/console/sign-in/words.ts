/** What an application asks with when it sends somebody to the sign-in page. Read by page.ts, carried on by views.ts. */

/** What an application asks for, word by word; the form carries it on. */
export const WORDS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
] as const;

export type Words = ReadonlyMap<(typeof WORDS)[number], string>;
