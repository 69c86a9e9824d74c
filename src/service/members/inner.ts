/** The service of one term, as the members see it. Opened by whoever starts a process; used by member.ts and door.ts. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Inner {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Ends what is under way, and everything that was opened for the term. */
  close(): Promise<void>;
}
