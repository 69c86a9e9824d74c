/** Posts with figures, for tests of analytics. */
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

export interface Measured extends ServiceUnderTest {
  readonly accountId: string;
  /** Publishes a post now; returns it. */
  publish(content?: string, more?: object): Promise<Json & { readonly _id: string }>;
  /** Sets figures on the network: of a post, or of the account. */
  set(metrics: object, accountId?: string): Promise<void>;
  /** The native id of a published post. */
  nativeId(post: Json): string;
  get(path?: string, query?: Readonly<Record<string, string | number>>): Promise<{ status: number; body: Json }>;
}

/** A service with one account. */
export async function scene(platform = 'bluesky', more: object = {}): Promise<Measured> {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, more as Record<string, unknown>);
  return {
    ...service,
    accountId,
    publish: async (content = 'hello', rest = {}) => {
      const platforms = [{ platform, accountId }];
      const { status, body } = await service.api('POST', '/v1/posts', {
        body: { content, platforms, publishNow: true, ...rest },
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.post as Json & { _id: string };
    },
    set: async (metrics, account = accountId) => {
      const { status, body } = await service.control('PATCH', `/_local/network/${account}/metrics`, metrics);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    nativeId: (post) => String((post['platforms'] as unknown as Json[])[0]?.['platformPostId']),
    get: (path = '', query = {}) => service.api('GET', `/v1/analytics${path}`, { query }),
  };
}
