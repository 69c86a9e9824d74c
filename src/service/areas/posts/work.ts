/** The due work of posts: publishing, the hourly look at accounts, and a URL that comes late. */
import type { DueWork } from '../../desk.ts';
import { PUBLISH } from './changes.ts';
import { LATE_URL, lookForUrl } from './late-url.ts';
import { publishDue } from './publish.ts';
import { syncHourly } from './sync.ts';
import { SYNC } from './sync-time.ts';

export const work: Readonly<Record<string, DueWork>> = {
  [PUBLISH]: publishDue,
  [SYNC]: syncHourly,
  [LATE_URL]: lookForUrl,
};
