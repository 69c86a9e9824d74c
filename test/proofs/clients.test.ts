/** Generates clients from what `svc api spec` prints, compiles them strictly and runs one journey with each against the local service. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { startService } from '../support/service.ts';
import { svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Generator {
  readonly name: string;
  /** Packages with their versions, in place of what a user would install. */
  readonly packages: readonly string[];
  /** What makes the client, in the folder with `openapi.json`. */
  readonly command: readonly string[];
}

const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript', 'openapi.json', '-o', 'schema.ts'],
  },
  {
    name: 'hey-api',
    packages: ['@hey-api/openapi-ts@0.92.0'],
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch'],
  },
  {
    name: 'orval',
    packages: ['orval@7.13.0'],
    command: ['orval', '--input', 'openapi.json', '--output', 'orval/client.ts', '--client', 'fetch'],
  },
];

/** `npm test` installs nothing: it looks only at what the journeys need to be described. */
const ROUNDS = roundsOf(0);

const COMPILER = ['typescript@5.9.3', '@types/node@20.19.43'];

const STRICT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
    types: ['node'],
  },
};

const JOURNEY = { created: 201, listed: true, deleted: 200, refused: 404, error: 'There is no such post.' };

const JOURNEYED = ['listProfiles', 'listAccounts', 'createPost', 'listPosts', 'deletePost', 'getPost'];

test('what the journeys of generated clients call is described, with a status for each answer', async () => {
  const { paths } = JSON.parse((await svc(['api', 'spec'])).stdout) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string; responses: object }>>>>;
  };
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  for (const id of JOURNEYED) {
    const { responses = {} } = described.find(({ operationId }) => operationId === id) ?? {};
    expect(Object.keys(responses), id).toContain(id === 'createPost' ? '201' : '200');
    expect(responses, id).not.toHaveProperty('4XX');
  }
});

test.each(GENERATORS.slice(0, ROUNDS))(
  'a client that $name generates compiles strictly and runs a journey',
  { timeout: 900_000 },
  async ({ name, packages, command }) => {
    const { account, service } = await startService();
    await account('bluesky');
    const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
    const folder = await temporaryFolder();
    const at = { cwd: folder, stdin: 'ignore' } as const;
    await prepare(folder, name);
    await execa('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages, ...COMPILER], at);
    const [tool = '', ...words] = command;
    await execa(join(folder, 'node_modules', '.bin', tool), words, at);
    await execa(join(folder, 'node_modules', '.bin', 'tsc'), ['-p', '.'], at);
    const outfile = join(folder, 'journey.mjs');
    const entryPoints = [join(folder, 'journey.ts')];
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
    const { stdout } = await execa(process.execPath, [outfile], { ...at, env });
    expect(JSON.parse(stdout)).toEqual(JOURNEY);
    await sayFigure(
      `${packages.join(' and ')}: generated, compiled by ${COMPILER[0] ?? ''} with \`strict\`, and ran the journey (profiles, connected account, post created, listed, deleted, and a typed 404)`,
    );
  },
);

async function prepare(folder: string, name: string): Promise<void> {
  const { stdout } = await svc(['api', 'spec']);
  const files: Readonly<Record<string, string>> = {
    'package.json': '{ "private": true, "type": "module" }',
    'tsconfig.json': JSON.stringify(STRICT),
    'openapi.json': stdout,
    'journey.ts': await readFile(join(ROOT, 'test', 'proofs', 'clients', `${name}.ts.txt`), 'utf8'),
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
}
