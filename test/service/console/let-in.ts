/** A listening service and a browser's cookie for its console, for tests. */
import { startService, type ServiceUnderTest } from '../../support/service.ts';
import type { ServiceOptions } from '../../../src/service/options.ts';

export interface LetIn extends ServiceUnderTest {
  readonly url: string;
  /** `name=value`, as the browser sends it. */
  readonly cookie: string;
  /** A new address that opens the console once. @param panel shown first, in place of the usual one */
  link(panel?: string): Promise<string>;
}

export async function letIn(options: Partial<ServiceOptions> = {}): Promise<LetIn> {
  const started = await startService(options);
  const { url } = await started.service.listen({ host: '127.0.0.1', port: 0 });
  const link = async (panel?: string): Promise<string> => {
    const { body } = await started.control('POST', '/_local/console', panel === undefined ? {} : { panel });
    const { pathname, search } = new URL(body['url'] as unknown as string);
    return `${url}${pathname}${search}`;
  };
  const entered = await fetch(await link(), { redirect: 'manual' });
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  return { ...started, url, link, cookie };
}
