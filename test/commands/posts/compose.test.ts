/** `posts create` without a word, on a terminal: the whole conversation against the real local service. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CheckChoice, Prompt } from '../../../src/world/prompt-door.ts';
import { answering } from '../../support/answers.ts';
import type { Json } from '../../support/service.ts';
import { GIF, importBench, type ImportBench, type Ran, type Running } from './importing.ts';

interface Bench extends ImportBench {
  /** Runs `svc posts create` with these answers, in order; `null` is Ctrl-C. */
  compose(answers: readonly (string | readonly string[] | null)[], more?: Running): Promise<Conversation>;
  drafts(): readonly string[];
}

interface Conversation extends Ran {
  /** Every question with its choices. */
  readonly asked: readonly { question: string; choices: readonly string[] }[];
}

async function bench(): Promise<Bench> {
  const made = await importBench();
  const folder = join(made.folder, 'config', 'state', 'drafts');
  return {
    ...made,
    drafts: () => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
    async compose(answers, more = {}) {
      const { left, asked, answer } = answering(answers);
      const words = (choice: CheckChoice): string =>
        'heading' in choice ? choice.heading : [choice.name, choice.disabled].filter(Boolean).join(' ');
      const prompt: Prompt = {
        possible: true,
        confirm: async (question) => answer(question),
        input: async (question) => answer(question),
        secret: async (question) => answer(question),
        select: async (question, choices) =>
          answer(
            question,
            choices.map(({ name = '' }) => name),
          ),
        checkbox: async (question, choices) => [...answer<string[]>(question, choices.map(words))],
        async lines(question, _initial, foot) {
          const text = answer<string>(question);
          asked.push({ question: 'foot', choices: [await foot(text)] });
          return text;
        },
      };
      const ran = await made.svc(['posts', 'create', '-o', 'json'], { ...more, doors: () => ({ prompt }) });
      expect(left, 'answers that nobody asked for').toEqual([]);
      return { ...ran, asked };
    },
  };
}

const onlyPost = async ({ posts }: Bench): Promise<Json> => {
  const all = await posts();
  expect(all).toHaveLength(1);
  return all[0] as Json;
};

describe('a whole conversation', () => {
  test('makes the post that was shown', async () => {
    const made = await bench();
    const twitter = await made.account('twitter', { username: 'acme' });
    const bluesky = await made.account('bluesky', { username: 'acme' });
    made.file('photo.gif', GIF);
    const ran = await made.compose([
      [twitter._id, bluesky._id],
      'Doors open at nine',
      'photo.gif',
      '',
      'at',
      'tomorrow 9:00',
      'send',
    ]);
    expect(ran.code).toBe(0);
    expect(await onlyPost(made)).toMatchObject({
      content: 'Doors open at nine',
      status: 'scheduled',
      scheduledFor: '2026-01-06T09:00:00.000Z',
      mediaItems: [{ type: 'gif', filename: 'photo.gif' }],
      platforms: [{ platform: 'twitter' }, { platform: 'bluesky' }],
    });
    expect(ran.asked).toContainEqual({ question: 'foot', choices: ['twitter 18/280 · bluesky 18/300'] });
    expect(ran.err()).toContain('That is 2026-01-06 09:00 UTC (+00:00), 2026-01-06T09:00:00.000Z.');
    expect(ran.err()).toContain('── twitter · @acme · 18 of 280 characters\n   Doors open at nine\n   [gif] photo.gif');
    expect(made.drafts()).toEqual([]);
  });

  test('POST-28 without an account can only be a draft', async () => {
    const made = await bench();
    const { code, asked, err } = await made.compose(['An idea', '', 'draft', 'send']);
    expect(code).toBe(0);
    expect(err()).toContain('No account is connected');
    expect(asked.find(({ question }) => question === 'When?')?.choices).toEqual(['Not yet: save it as a draft']);
    expect(await onlyPost(made)).toMatchObject({ content: 'An idea', status: 'draft' });
  });

  test('POST-46 the next time of the queue is shown, and taken', async () => {
    const made = await bench();
    const { _id } = await made.account('twitter', { username: 'acme' });
    const slots = [{ dayOfWeek: 3, time: '10:00' }];
    const queue = { profileId: await made.profileId(), timezone: 'UTC', slots, active: true };
    await made.api('PUT', '/v1/queue/slots', { body: queue });
    const { code, asked } = await made.compose([[_id], 'hi', '', 'queue', 'send']);
    expect(code).toBe(0);
    expect(asked.find(({ question }) => question === 'When?')?.choices).toContainEqual(
      expect.stringMatching(/^With the queue, next free slot 2026-01-07T10:00/),
    );
    expect(await onlyPost(made)).toMatchObject({ status: 'scheduled', scheduledFor: '2026-01-07T10:00:00.000Z' });
  });

  test('accounts stand under their profile, and those that cannot be posted to say why', async () => {
    const made = await bench();
    const { _id } = await made.account('twitter', { username: 'acme' });
    const gone = await made.account('bluesky', { username: 'gone' });
    await made.control('POST', `/_local/accounts/${gone._id}/disconnect`, {});
    const { asked } = await made.compose([[_id], 'hi', '', 'draft', 'send']);
    const [heading, ...accounts] = asked[0]?.choices ?? [];
    expect(heading).toMatch(/^── \w/);
    expect(accounts).toEqual(['bluesky  @gone (disconnected: reconnect it first)', 'twitter  @acme']);
  });

  test('ASM-12 a text that is too long is marked where it ends, cannot be sent, and may be another one for that platform', async () => {
    const made = await bench();
    const [twitter, threads] = [await made.account('twitter'), await made.account('threads')];
    const long = `${'a'.repeat(280)}${'b'.repeat(20)}`;
    const ran = await made.compose([[twitter._id, threads._id], long, '', 'now', 'text twitter', 'short', 'send']);
    const reviews = ran.asked.filter(({ question }) => question === 'What next?').map(({ choices }) => choices);
    expect(reviews[0]).not.toContain('Publish it now to 2 accounts');
    expect(reviews[0]).toContain('Different text for twitter');
    expect(reviews[1]?.[0]).toBe('Publish it now to 2 accounts');
    expect(ran.err()).toContain(`${'a'.repeat(280)}▏✂ ${'b'.repeat(20)}`);
    expect(ran.err()).toContain('✗ twitter would refuse it (see above).');
    const { platforms } = await onlyPost(made);
    expect(platforms).toMatchObject([{ customContent: 'short', status: 'published' }, { status: 'published' }]);
  });

  test('media are looked at when they are typed, times when they are said', async () => {
    const made = await bench();
    const { _id } = await made.account('twitter', { username: 'acme' });
    made.file('notes.txt', 'text');
    const answers = [[_id], 'hi', 'nowhere.gif', 'notes.txt', '', 'at', 'whenever', '2020-01-01 09:00', '+2h', 'send'];
    const { code, err } = await made.compose(answers);
    expect(code).toBe(0);
    expect(err()).toContain('nowhere.gif: there is no such file.');
    expect(err()).toContain('notes.txt is text/plain, which is not an accepted media type.');
    expect(err()).toContain('"whenever" is not a valid time.');
    expect(err()).toContain('2020-01-01 09:00 UTC (+00:00) is in the past.');
  });

  test('every step can be opened again', async () => {
    const made = await bench();
    const [twitter, bluesky] = [await made.account('twitter'), await made.account('bluesky')];
    made.file('photo.gif', GIF);
    const answers = [
      [twitter._id],
      'one',
      'photo.gif',
      '',
      'now',
      ...['text', 'two', 'accounts', [bluesky._id], 'media', [], '', 'when', 'draft', 'send'],
    ];
    await made.compose(answers);
    const post = await onlyPost(made);
    expect(post).toMatchObject({
      content: 'two',
      status: 'draft',
      mediaItems: [],
      platforms: [{ platform: 'bluesky' }],
    });
  });
});

describe('left or failed', () => {
  test('Ctrl-C before a text leaves nothing behind and says so', async () => {
    const made = await bench();
    await made.account('twitter');
    const { code, error } = await made.compose([null]);
    expect([code, error.message]).toEqual([130, 'Nothing was sent and nothing was uploaded.']);
    expect(made.drafts()).toEqual([]);
    expect(await made.posts()).toEqual([]);
  });

  test.each([[['hi', null]], [['hi', '', 'draft', 'leave']]])(
    '%j keeps the text, and an import takes it',
    async (answers) => {
      const made = await bench();
      const { code, error } = await made.compose(answers);
      expect(code).toBe(130);
      const [path = ''] = made.drafts();
      expect(error.message).toBe(`Nothing was sent and nothing was uploaded. The draft was saved in ${path}.`);
      expect(await made.posts()).toEqual([]);
      expect((await made.svc(['posts', 'import', path])).code).toBe(0);
      expect(await onlyPost(made)).toMatchObject({ content: 'hi', status: 'draft' });
    },
  );

  test('a create that fails keeps the text, a local file by its whole path', async () => {
    const made = await bench();
    const { _id } = await made.account('twitter');
    made.file('photo.gif', GIF);
    await made.control('POST', '/_local/faults', {
      match: { operation: 'createPost' },
      action: { status: 400 },
      times: 1,
    });
    const { code, error } = await made.compose([[_id], 'hi', 'photo.gif', '', 'at', '+2h', 'send']);
    const [path = ''] = made.drafts();
    expect([code, error.message]).toEqual([3, expect.stringContaining(`The draft was saved in ${path}.`)]);
    expect(readFileSync(path, 'utf8')).toContain(join(made.folder, 'photo.gif'));
    expect((await made.svc(['posts', 'import', path])).code).toBe(0);
    expect(await onlyPost(made)).toMatchObject({ content: 'hi', scheduledFor: '2026-01-05T11:00:00.000Z' });
  });

  test('an upload that fails keeps the text', async () => {
    const made = await bench();
    made.file('photo.gif', GIF);
    await made.control('POST', '/_local/faults', {
      match: { operation: 'getMediaPresignedUrl' },
      action: { status: 400 },
    });
    const { code, error } = await made.compose(['hi', 'photo.gif', '', 'draft', 'send']);
    expect([code, error.message]).toEqual([3, expect.stringContaining('The draft was saved in')]);
    expect(made.drafts()).toHaveLength(1);
  });
});

describe('it does not open', () => {
  test('off a terminal: exit 2, and nothing is asked', async () => {
    const made = await bench();
    const { code, error } = await made.svc(['posts', 'create']);
    expect([code, error.message]).toEqual([2, expect.stringContaining('The post is empty')]);
    expect(await made.asked()).toEqual([]);
  });

  test.each([[['--no-input']], [['--dry-run']], [['--to', 'twitter']]])('with %j', async (words) => {
    const made = await bench();
    const never = async (): Promise<never> => Promise.reject(new Error('asked'));
    const prompt: Prompt = {
      possible: true,
      confirm: never,
      input: never,
      secret: never,
      select: never,
      checkbox: never,
      lines: never,
    };
    const { code } = await made.svc(['posts', 'create', ...words], { doors: () => ({ prompt }) });
    expect(code).toBe(2);
  });
});

test('the editor of the environment writes the text, and never sees the key', async () => {
  const made = await bench();
  made.file('editor.sh', '#!/bin/sh\nprintf "from the editor, key [%s]\\n\\n" "$SVC_API_KEY" > "$2"\n');
  const env = { VISUAL: `sh '${join(made.folder, 'editor.sh')}' --wait` };
  const { code } = await made.compose(['', 'draft', 'send'], { env });
  expect(code).toBe(0);
  expect(await onlyPost(made)).toMatchObject({ content: 'from the editor, key []' });
  expect(made.drafts()).toEqual([]);
});

test('an editor that fails says where the text is', async () => {
  const made = await bench();
  const { code, error } = await made.compose([], { env: { EDITOR: 'false' } });
  expect(code).toBe(1);
  expect(error.message).toMatch(/^The editor false exited with 1\. Your text is in .*\.txt\.$/);
});
