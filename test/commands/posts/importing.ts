/** A real local service and a folder of files, for the tests of import and export. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../../src/main.ts';
import type { ServiceOptions } from '../../../src/service/options.ts';
import type { World } from '../../../src/world/world.ts';
import { startService, TEST_NOW, type Json, type ServiceUnderTest } from '../../support/service.ts';
import { testWorld, type TestWorld, type WorldOptions } from '../../support/world.ts';

export const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

export interface Ran extends TestWorld {
  readonly code: number;
  /** Standard output as NDJSON. */
  readonly lines: readonly Json[];
  /** The error on standard error. */
  readonly error: Json & { readonly message: string; readonly hint?: string; readonly details: Json };
}

export interface ImportBench extends ServiceUnderTest {
  /** The folder in which commands run. */
  readonly folder: string;
  /** Runs `svc WORDS` in the folder. */
  svc(words: readonly string[], more?: Running): Promise<Ran>;
  file(name: string, content: string | Buffer): void;
  /** Every post of the service, by its text. */
  posts(): Promise<readonly Json[]>;
  /** `METHOD path` of every request since the last time. */
  asked(): Promise<readonly string[]>;
}

export interface Running extends WorldOptions {
  readonly doors?: (made: TestWorld) => Partial<World>;
}

export async function importBench(options: Partial<ServiceOptions> = {}): Promise<ImportBench> {
  const service = await startService(options);
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const { folder } = testWorld();
  let seen = 0;
  return {
    ...service,
    folder,
    file(name, content) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    },
    async svc(words, { doors, ...more } = {}) {
      const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey, ...more.env };
      const made = testWorld({ argv: words, now: TEST_NOW, folder, ...more, env });
      const code = await run({ ...made.world, ...doors?.(made) });
      return { ...made, code, lines: linesIn(made.out()), error: errorIn(made.err()) };
    },
    async posts() {
      const found: Json[] = [];
      for (let offset = 0; ; offset += 100) {
        const { body } = await service.api('GET', '/v1/posts', {
          query: { limit: 100, offset, sortBy: 'created-asc' },
        });
        const page = body['posts'] as unknown as readonly Json[];
        found.push(...page);
        if (page.length < 100) return found;
      }
    },
    async asked() {
      const { body } = await service.control('GET', '/_local/requests?limit=100000');
      const all = (body['requests'] as unknown as readonly { method: string; path: string }[]).filter(
        ({ path }) => !path.startsWith('/_local'),
      );
      const fresh = all.slice(0, all.length - seen);
      seen = all.length;
      return fresh.map(({ method, path }) => `${method} ${path}`);
    },
  };
}

/** Lines that are no JSON by themselves, such as those of a longer document, are left out. */
const linesIn = (text: string): readonly Json[] =>
  text.split('\n').flatMap((line) => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as Json] : [];
    } catch {
      return [];
    }
  });

function errorIn(text: string): Ran['error'] {
  const line = /^\{"error".*$/m.exec(text)?.[0] ?? '{"error":{"message":"","details":{}}}';
  return (JSON.parse(line) as { error: Ran['error'] }).error;
}
