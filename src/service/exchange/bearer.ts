/** The secret in an Authorization header. Read by corridor/authenticate.ts, control/ and the device login. */
import type { Incoming } from './passage.ts';

/** What follows the word Bearer, or undefined when it is not one word. */
export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];

/** The key of a request, or undefined when it carries none. */
export const bearerOf = ({ headers }: Pick<Incoming, 'headers'>): string | undefined => bearerIn(headers.authorization);
