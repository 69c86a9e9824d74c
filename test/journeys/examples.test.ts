import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../src/build/manifest.ts';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import { exampleId } from '../../src/kernel/example.ts';
import { complaintsAbout } from '../support/contract.ts';
import { injectedHttp, type SeenAnswer } from '../support/injected.ts';
import { isNotSimulated } from '../support/not-simulated.ts';
import { svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { TEST_NOW } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { flowKey } from '../service/areas/whatsapp-flows/flow-key.ts';

const catalog = openCatalog('dist/cards');

const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))].sort();

/** One service for all: a copy of the fresh state is brought back after everything that changed it. */
const shared = sharedService(catalog);

describe.each(areas)('%s', (area) => {
  const cards = catalog.file(area).operations;
  test.each(cards.map((card) => [card.command.path.join(' '), card] as const))(
    'svc %s runs as its help says, and the answer is right',
    async (_name, card) => {
      for (const example of card.command.examples) {
        const fault = await faultOf(example, card);
        expect(fault, fault).toBeUndefined();
      }
    },
  );
});

/** What is wrong with an example, in words; undefined when it does what it should. */
async function faultOf(example: string, card: Card): Promise<string | undefined> {
  const { said, answers } = await ran(example, card);
  if (answers.some((answer) => isNotSimulated(catalog, card, answer))) return undefined;
  if (said.code !== 0) return `${example} ends with ${String(said.code)}: ${said.stderr}`;
  if (answers.length === 0) return `${example} does not call ${card.id}`;
  for (const answer of answers) {
    const wrong = complaintsAbout(catalog, card, answer);
    if (wrong !== null) return `${example} is answered ${answer.text}: ${JSON.stringify(wrong)}`;
  }
  return isJson(answers) && !isDocument(said.stdout, example) ? `${example} prints ${said.stdout}` : undefined;
}

/** One JSON document, or with `-o ndjson` one on each line. */
function isDocument(stdout: string, example: string): boolean {
  const documents = example.includes('ndjson') ? stdout.split('\n').filter((line) => line !== '') : [stdout];
  try {
    return documents.every((one) => JSON.parse(one) !== undefined);
  } catch {
    return false;
  }
}

/** Anything but a file or an answer without a body. */
const isJson = (answers: readonly SeenAnswer[]): boolean => answers.at(-1)?.contentType.includes('json') ?? false;

/** What an example takes for granted beyond the demo pack: the example of another operation, on the same account where it names one. */
const GIVEN: Readonly<Record<string, string>> = {
  adjustConversions: 'sendConversions',
  enrollContacts: 'unenrollContact',
};

async function ran(example: string, card: Card) {
  const given = GIVEN[card.id];
  const account = /--account-id \S+/.exec(example)?.[0] ?? '';
  if (given !== undefined) {
    const [first = ''] = catalog.card(given).command.examples;
    await run(first.replace(/--account-id \S+/, account), card);
  }
  const { said, answers } = await run(example, card);
  if (card.method !== 'GET') await shared.restore();
  return { said, answers: answers.filter(({ method, path }) => method === card.method && isOf(card, path)) };
}

async function run(example: string, card: Card) {
  const folder = await filesOf();
  const answers: SeenAnswer[] = [];
  const words = wordsOf(example).slice(1).map(expanded);
  const argv = [...words, ...(card.command.confirm !== undefined && !words.includes('--yes') ? ['--yes'] : [])];
  const env = {
    HOME: folder,
    SVC_CONFIG_DIR: join(folder, 'config'),
    SVC_BASE_URL: 'http://localhost',
    SVC_API_KEY: shared.service.apiKey,
  };
  const said = await svc(argv, {
    folder,
    env,
    now: TEST_NOW,
    doors: {
      http: injectedHttp(
        () => shared.service,
        (answer) => answers.push(answer),
      ),
    },
  });
  return { said, answers };
}

/** The word as a shell passes it on: `$(cat FILE)` is the text of the file. */
const expanded = (word: string): string =>
  word.replace(/\$\(cat ([^)]+)\)/g, (_, name: string) => String(FILES[name]).trimEnd());

/** A command may ask other operations first, for names and uploads. */
const isOf = ({ path }: Card, asked: string): boolean =>
  new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(asked.split('?', 1)[0] ?? '');

/** The files that examples send. */
async function filesOf(): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  return folder;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const FILES: Readonly<Record<string, string | Buffer>> = {
  'post.yaml': `content: From a file\nplatforms: [{ platform: twitter, accountId: ${exampleId('account:twitter')} }]\n`,
  'posts.csv': `content,platforms,scheduledFor\nHello,twitter:${exampleId('account:twitter')},2026-12-01T09:00:00Z\n`,
  'logo.png': Buffer.from(PNG, 'base64'),
  'proof.png': Buffer.from(PNG, 'base64'),
  'flows-public.pem': flowKey(),
  'passport.pdf': '%PDF-1.4\n',
  'letter.pdf': '%PDF-1.4\n',
  'invoice.pdf': '%PDF-1.4\n',
};
