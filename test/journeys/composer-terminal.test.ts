/** `svc posts create` without a word in a real pseudo-terminal: keys go in, the screen comes out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { BINARY, startFrozen, type ServiceProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const ENTER = '\r';
const CTRL_C = '\u0003';
const CTRL_S = '\u0013';
const BACKSPACE = '\u007f';

interface Terminal {
  /** Resolves when these words are on the screen, later than those of the step before. */
  sees(words: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  /** The exit code, and all that was shown. */
  end(): Promise<{ code: number | null; screen: string }>;
}

/** `script` gives the program a terminal of its own, and ends as it does. */
function terminal(folder: string, { url, apiKey }: ServiceProcess): Terminal {
  const child = spawn('script', ['-qec', `${process.execPath} ${BINARY} posts create`, '/dev/null'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TERM: 'xterm',
      SVC_CONFIG_DIR: join(folder, 'config'),
      SVC_BASE_URL: url,
      SVC_API_KEY: apiKey,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit') as Promise<[number | null]>;
  let screen = '';
  let seen = 0;
  let look: () => void = () => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += stripVTControlCharacters(text);
    look();
  });
  return {
    sees: (words) =>
      new Promise((resolve, reject) => {
        look = () => {
          const at = screen.indexOf(words, seen);
          if (at === -1) return;
          seen = at + words.length;
          look = () => undefined;
          resolve();
        };
        void gone.then(() => reject(new Error(`ended without ${words}:\n${screen}`)));
        look();
      }),
    async press(...keys) {
      for (const key of keys) {
        child.stdin.write(key);
        // Keys that come together would be taken for one pasted text.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async end() {
      const [code] = await gone;
      return { code, screen };
    },
  };
}

async function service(folder: string): Promise<ServiceProcess> {
  const started = await startFrozen(folder);
  const answer = await fetch(`${started.url}/_local/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${started.controlKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'twitter', username: 'acme' }),
  });
  expect(answer.status).toBe(201);
  return started;
}

async function posts({ url, apiKey }: ServiceProcess): Promise<readonly { content: string; status: string }[]> {
  const answer = await fetch(`${url}/v1/posts`, { headers: { authorization: `Bearer ${apiKey}` } });
  return ((await answer.json()) as { posts: { content: string; status: string }[] }).posts;
}

test('a post of two lines is typed, counted, looked at and published', async () => {
  const folder = await temporaryFolder();
  const running = await service(folder);
  const { sees, press, end } = terminal(folder, running);
  await sees('twitter  @acme');
  await press(' ', ENTER);
  await sees('Ctrl-S: done');
  await press('first line', ENTER, 'second linex', BACKSPACE);
  await sees('twitter 22/280');
  await press(CTRL_S);
  await sees('Media: a file or a URL');
  await press(ENTER);
  await sees('When?');
  await press('\u001b[B', ENTER);
  await sees('Publish it now to 1 account');
  await press(ENTER);
  const { code, screen } = await end();
  expect(code, screen).toBe(0);
  expect(await posts(running)).toMatchObject([{ content: 'first line\nsecond line', status: 'published' }]);
});

test('Ctrl-C leaves nothing half made, and keeps the text', async () => {
  const folder = await temporaryFolder();
  const running = await service(folder);
  const { sees, press, end } = terminal(folder, running);
  await sees('twitter  @acme');
  await press(ENTER);
  await sees('Ctrl-S: done');
  await press('not yet', CTRL_S);
  await sees('Media: a file or a URL');
  await press(CTRL_C);
  const { code, screen } = await end();
  expect(code, screen).toBe(130);
  expect(screen).toContain('Nothing was sent and nothing was uploaded.');
  expect(readdirSync(join(folder, 'config', 'state', 'drafts'))).toHaveLength(1);
  expect(await posts(running)).toEqual([]);
});
