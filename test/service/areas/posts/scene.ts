/** Short words for tests of posts: create, read, steer a platform, count what it was asked. */
import type { Answer, Json, ListedEvent, ServiceUnderTest } from '../../../support/service.ts';

export type Account = Json & { readonly _id: string };

export const targetOf = (account: Account) => ({ platform: String(account['platform']), accountId: account._id });

export const create = (
  service: ServiceUnderTest,
  accounts: readonly Account[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> =>
  service.api('POST', '/v1/posts', { body: { content: 'Hello', platforms: accounts.map(targetOf), ...more } });

/** Publishes at once. */
export const publish = (
  service: ServiceUnderTest,
  accounts: readonly Account[],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Answer> => create(service, accounts, { publishNow: true, ...more });

export const idOf = (answer: Answer): string => String(answer.body['post']?.['_id']);

export const read = async (service: ServiceUnderTest, id: string): Promise<Json> => {
  const { body } = await service.api('GET', `/v1/posts/${id}`);
  return body['post'] as Json;
};

/** How the account's platform answers from now on. */
export const behave = async (
  service: ServiceUnderTest,
  account: Account,
  behaviour: Readonly<Record<string, unknown>>,
): Promise<void> => {
  await service.control('POST', `/_local/network/${account._id}/behaviour`, behaviour);
};

/** Requests to publish that the account's platform has seen. */
export const asked = async (service: ServiceUnderTest, account: Account): Promise<number> =>
  (await service.feed(account._id, 'attempt')).filter((item) => (item['operation'] as unknown) === 'publish').length;

export const published = (service: ServiceUnderTest, account: Account): Promise<Json[]> =>
  service.feed(account._id, 'post');

/** Post events so far, oldest first. */
export const postEvents = async (service: ServiceUnderTest): Promise<ListedEvent[]> =>
  (await service.events()).filter(({ event }) => event.startsWith('post.'));

export const names = (events: readonly ListedEvent[]): string[] => events.map(({ event }) => event);

/** `count` posts at once on the account, which must all be taken. */
export async function publishMany(
  service: ServiceUnderTest,
  account: Account,
  count: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const answer = await publish(service, [account], { content: `Number ${String(index)}`, ...more });
    if (answer.status !== 201) throw new Error(`post ${String(index)}: ${JSON.stringify(answer)}`);
  }
}
