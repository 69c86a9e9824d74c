/** How long attempts are kept. webhooks/ladder.ts has how often an event is tried. Asked by the log and by redelivery. */
import { DAY_MS } from '../../kernel/time.ts';

/** How long attempts are listed, and events can be sent again. Source: WHK-25, WHK-31 */
export const KEPT_MS = 30 * DAY_MS;
