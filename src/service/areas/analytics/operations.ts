/** Analytics: posts, changes, reports, days, places, videos, audiences and the inbox. Other operations of the area are generic. */
import type { Handler } from '../../desk.ts';
import { handlers as audience } from './audience.ts';
import { handlers as daily } from './daily.ts';
import { getAnalyticsDelta } from './delta.ts';
import { handlers as inbox } from './inbox.ts';
import { handlers as insights } from './insights.ts';
import { getGoogleBusinessSearchKeywords } from './keywords.ts';
import { getAnalytics } from './list.ts';
import { handlers as places } from './places.ts';
import { handlers as reports } from './reports.ts';
import { getYouTubeVideoRetention } from './retention.ts';
import { handlers as videos } from './videos.ts';

export const handlers: Record<string, Handler> = {
  getAnalytics,
  getAnalyticsDelta,
  ...inbox,
  ...insights,
  ...reports,
  ...daily,
  ...places,
  ...videos,
  ...audience,
  getGoogleBusinessSearchKeywords,
  getYouTubeVideoRetention,
};
