/** Which function does the work of a due row, by its kind. Areas add their line; service.ts hands it to timeline/worker.ts. */
import { work as imports } from './areas/accounts/ads-import.ts';
import { work as automations } from './areas/automations/replies.ts';
import { work as blogs } from './areas/blogs/articles.ts';
import { work as broadcasts } from './areas/broadcasts/broadcasts.ts';
import { work as messages } from './areas/inbox/fates.ts';
import { work as posts } from './areas/posts/posts.ts';
import { work as sequences } from './areas/sequences/steps.ts';
import { work as texts } from './areas/sms/messages.ts';
import { work as templates } from './areas/whatsapp/work.ts';
import { work as deliveries } from './delivery/work.ts';
import type { DueWork } from './desk.ts';

export const workers: Readonly<Record<string, DueWork>> = {
  ...posts,
  ...deliveries,
  ...templates,
  ...blogs,
  ...broadcasts,
  ...messages,
  ...texts,
  ...sequences,
  ...automations,
  ...imports,
};
