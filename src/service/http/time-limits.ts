/** How long a connection may take, whichever server it comes to. Used by server.ts and members/listening.ts. */

/** A whole request must have arrived by then; its head much sooner. */
export const REQUEST_TIMEOUT_MS = 300_000;
export const HEADERS_TIMEOUT_MS = 15_000;
export const KEEP_ALIVE_MS = 65_000;
