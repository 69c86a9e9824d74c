/** Which function does the work of a due row, by its kind. Areas add their line; service.ts hands it to timeline/worker.ts. */
import { work as accounts } from './areas/accounts/work.ts';
import { work as automations } from './areas/automations/work.ts';
import { work as blogs } from './areas/blogs/work.ts';
import { work as broadcasts } from './areas/broadcasts/work.ts';
import { work as inbox } from './areas/inbox/work.ts';
import { work as posts } from './areas/posts/work.ts';
import { work as sequences } from './areas/sequences/work.ts';
import { work as sms } from './areas/sms/work.ts';
import { work as whatsapp } from './areas/whatsapp/work.ts';
import { work as deliveries } from './delivery/work.ts';
import type { DueWork } from './desk.ts';

export const workers: Readonly<Record<string, DueWork>> = {
  ...accounts,
  ...automations,
  ...blogs,
  ...broadcasts,
  ...inbox,
  ...posts,
  ...sequences,
  ...sms,
  ...whatsapp,
  ...deliveries,
};
