/** --dry-run on every operation of the API: its own example, judged and turned into a request, with nothing sent. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'shell-quote';
import { describe, expect, test } from 'vitest';
import { catalog } from '../client/cards.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Shown {
  readonly dryRun: true;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly curl: string;
}

const TOKEN = 'c0ffee'.repeat(8);

async function shown(line: string, ...more: readonly string[]): Promise<Shown> {
  const argv = parse(line, (name) => `$${name}`).map((word) => (typeof word === 'string' ? word : 'glob'));
  const said = await svc([...argv.slice(1), '--dry-run', ...more], { folder: await folderWithPost() });
  if (said.code !== 0) throw new Error(`${line}: ${String(errorIn(said)['message'])}`);
  return JSON.parse(said.stdout) as Shown;
}

async function folderWithPost(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, 'post.yaml'),
    'content: Hello\nplatforms: [{ platform: twitter, accountId: 64f0a1b2c3d4e5f60123abcd }]\n',
  );
  return folder;
}

/** The form of a result is another matter. */
const plain = (example: string): string => example.replace(/ (?:-o|--fields|--jq|--template) (?:'[^']*'|\S+)/g, '');

const operations = catalog.operations().map(({ id }) => catalog.card(id));

describe('the example of every operation is a request that --dry-run shows', () => {
  test.each(operations.map((card) => [card.command.path.join(' '), card] as const))('svc %s', async (_, card) => {
    for (const example of card.command.examples) {
      const { dryRun, method, url, headers, curl } = await shown(plain(example));
      expect({ dryRun, method }).toEqual({ dryRun: true, method: card.method });
      expect(url).toMatch(/^\$SVC_BASE_URL\/v1\//);
      expect(headers['authorization']).toBe('Bearer ****');
      expect(curl).toMatch(new RegExp(`^curl -X ${card.method} "?\\$SVC_BASE_URL/v1/`));
    }
  });
});

// prettier-ignore
const WITH_KEY = [
  'createProfile', 'sendSms', 'sendInboxMessage', 'replyToInboxPost', 'replyToInboxReview', 'createVoiceCall',
  'initiateWhatsAppCall', 'createAdCampaign', 'duplicateAdCampaign', 'createAdSet', 'duplicateAdSet', 'duplicateAd',
  'createStandaloneAd', 'boostPost',
];

describe('headers', () => {
  test.each(WITH_KEY)(
    '%s sends an idempotency key by itself, a new one each time, or the one that is typed',
    async (id) => {
      const [example = ''] = catalog.card(id).command.examples;
      const keys = [await shown(example), await shown(example)].map(({ headers }) => headers['idempotency-key']);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(keys[1]).not.toBe(keys[0]);
      expect((await shown(example, '--idempotency-key', 'mine')).headers['idempotency-key']).toBe('mine');
    },
  );

  test('no other operation sends one', async () => {
    const others = operations.filter(({ params }) => params.some(({ name }) => name === 'Idempotency-Key'));
    expect(others.map(({ id }) => id).sort()).toEqual([...WITH_KEY].sort());
  });

  test('a connect token travels in its header, and is shown to nobody', async () => {
    const [example = ''] = catalog.card('listSnapchatProfiles').command.examples;
    const { headers, curl } = await shown(example.replace(/--x-connect-token \S+/, ''), '--x-connect-token', TOKEN);
    expect(headers['x-connect-token']).toBe('c0f****ffee');
    expect(curl).toContain('-H "x-connect-token: $CONNECT_TOKEN"');
    expect(curl).not.toContain(TOKEN);
  });

  test('a document travels as raw bytes under its own name', async () => {
    const { headers, body, curl } = await shown('svc phone-numbers kyc upload --file papers/passport.pdf');
    expect(headers['x-filename']).toBe('passport.pdf');
    expect(body).toEqual({ file: 'papers/passport.pdf' });
    expect(curl).toContain('--data-binary @papers/passport.pdf');
  });
});

test('several files and fields are one multipart body', async () => {
  const { body, curl } = await shown('svc phone-numbers port-in documents upload --file letter.pdf --kind loa');
  expect(body).toEqual({ fields: { kind: 'loa' }, files: { file: 'letter.pdf' } });
  expect(curl).toContain("--form-string 'kind=loa' -F 'file=@letter.pdf'");
});
