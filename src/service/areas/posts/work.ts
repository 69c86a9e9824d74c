/** The due work of posts: publishing, the hourly look at accounts, and a URL that comes late. */
import type { DueWork } from '../../desk.ts';
import { PUBLISH } from './changes.ts';
import { LATE_URL, lookForUrl } from './publish/late-url.ts';
import { publishDue } from './publish/publish.ts';
import { syncHourly } from './sync/sync.ts';
import { SYNC } from './sync/sync-time.ts';

export const work: Readonly<Record<string, DueWork>> = {
  [PUBLISH]: publishDue,
  [SYNC]: syncHourly,
  [LATE_URL]: lookForUrl,
};
