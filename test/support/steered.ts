/** A service on a port of its own, and `svc local …` against its data folder. */
import { startService, type Json, type ServiceUnderTest } from './service.ts';
import { svc, type Said } from './svc.ts';
import { temporaryFolder } from './temp.ts';

export interface Steered extends ServiceUnderTest {
  readonly url: string;
  /** Runs `svc local WORDS -o json` against the service. */
  local(...words: string[]): Promise<Said & { result: Json }>;
}

export async function steered(options: Parameters<typeof startService>[0] = {}): Promise<Steered> {
  const dataDir = await temporaryFolder();
  const under = await startService({ dataDir, ...options });
  const { url } = await under.service.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...under,
    url,
    async local(...words) {
      const said = await svc(['local', ...words, '--data-dir', dataDir, '-o', 'json']);
      return { ...said, result: (said.stdout === '' ? {} : JSON.parse(said.stdout)) as Json };
    },
  };
}
