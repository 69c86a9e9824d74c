/** The address under which the caller reached us; upload and media URLs begin with it. */
import type { Incoming } from './passage.ts';

/** Without a trailing slash. A reverse proxy's words are not believed: the service is local. */
export const originOf = (request: Pick<Incoming, 'headers'>): string => `http://${request.headers.host ?? 'localhost'}`;
