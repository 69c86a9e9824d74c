/** Posts of the Instagram account that an ad account uses. Listed in operations.ts. */
import { isFields } from '../../../../kernel/json.ts';
import type { Handler } from '../../../desk.ts';
import { engine } from '../../../engine/engine.ts';
import { notFound } from '../../../engine/not-found.ts';

const IDENTITY = 'ad_instagram_account';

const listAdsInstagramPosts: Handler = async (call, desk) => {
  const identities = desk.catalog.fixtures()[IDENTITY] ?? [];
  const asked = call.query['igUserId'];
  const identity = identities.find(({ igUserId }) => asked === undefined || igUserId === asked);
  if (identity === undefined) return notFound(IDENTITY, { param: 'igUserId' });
  const reply = await engine(call, desk);
  if (!isFields(reply.body) || reply.status !== 200) return reply;
  const { igUserId, username } = identity;
  return { ...reply, body: { igUserId, username, ...reply.body } };
};

export const instagram: Record<string, Handler> = { listAdsInstagramPosts };
