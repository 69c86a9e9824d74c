/** Feed items of a simulated network: how they are made and how they read. */
import { without } from '../../../kernel/json.ts';
import type { FeedItem } from '../../store/store.ts';
import type { NativePost } from '../driver.ts';

/** The request log of an account: items of the kind `attempt`, which ordinary feeds leave out. */
export const attempt = (
  request: { accountId: string; nativeId: string; at: number },
  doc: { operation: string; outcome: string },
): FeedItem => ({ ...blank(request.accountId, 'attempt', request.at), nativeId: request.nativeId, doc });

/** A feed item with nothing in it yet. */
export const blank = (accountId: string, kind: string, at: number): Omit<FeedItem, 'nativeId' | 'doc'> => ({
  accountId,
  kind,
  at,
  idempotencyKey: null,
  url: null,
  removedAt: null,
  updatedAt: null,
  origin: 'service',
});

/** An address that the platform names later than it takes the post. */
interface LaterUrl {
  readonly url: string;
  /** Milliseconds: when it is named. */
  readonly at: number;
}

/** The field under which an item has the address that is named later. */
const LATER_URL = 'laterUrl';

export const laterUrlFields = (later: LaterUrl): Readonly<Record<string, unknown>> => ({ [LATER_URL]: later });

export const laterUrlOf = ({ doc }: FeedItem): LaterUrl | undefined => doc[LATER_URL] as LaterUrl | undefined;

/** What was sent to the network with an item. */
export const sentFields = ({ doc }: FeedItem): Readonly<Record<string, unknown>> => without(doc, [LATER_URL]);

/** The address of an item at `now`; empty while the platform does not name one. */
export function urlOf(item: FeedItem, now: number): string {
  if (item.url !== null) return item.url;
  const later = laterUrlOf(item);
  return later !== undefined && later.at <= now ? later.url : '';
}

/** An item as the driver lists it. */
export const nativePost = (item: FeedItem, now: number): NativePost => ({
  nativeId: item.nativeId,
  text: item.doc.text ?? '',
  media: mediaOf(item),
  at: item.at,
  url: urlOf(item, now),
  origin: item.origin,
  updatedAt: item.updatedAt,
  removedAt: item.removedAt,
});

/** Media of an item as sent. */
export const mediaOf = ({ doc }: FeedItem): readonly Record<string, unknown>[] => doc.media ?? [];
