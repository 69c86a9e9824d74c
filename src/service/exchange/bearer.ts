/** The secret in an Authorization header. Read by corridor/authenticate.ts, control/ and the device login. */

/** What follows the word Bearer, or undefined when it is not one word. */
export const bearerIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
