/** `npm run demo`: the main job from end to end, with the real command line and the real HTTP between. Leaves nothing behind. */
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const BINARY = join(import.meta.dirname, '..', '..', 'bin', 'svc.js');

const folder = await mkdtemp(join(tmpdir(), 'svc-demo-'));
const dataDir = join(folder, 'data');
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') };

try {
  await story();
} finally {
  await run(['local', 'stop', '--data-dir', dataDir], { quiet: true, exits: [0, 13] });
  await rm(folder, { recursive: true, force: true });
}
const isLeft = await access(folder).then(
  () => true,
  () => false,
);
say(isLeft ? `Something is left in ${folder}.` : 'The service is stopped, its folder is gone: nothing is left behind.');
if (isLeft) process.exitCode = 1;

async function story(): Promise<void> {
  const accounts = await opening();
  await oneThatRejects(accounts);
  await oneForTomorrow();
  say('What the networks show, and the events that were recorded on the way.');
  for (const account of Object.values(accounts)) await show(['local', 'network', 'feed', account]);
  for (const type of ['post.partial', 'post.scheduled', 'post.published'])
    await show(['local', 'events', '--type', type]);
  await show(['local', 'stop', '--data-dir', dataDir]);
}

/** Names to account ids. */
interface Accounts {
  readonly twitter: string;
  readonly facebook: string;
  readonly bluesky: string;
}

async function opening(): Promise<Accounts> {
  say('A service on a free port of this machine, with a clock that waits for us and nothing in it yet.');
  await show(['local', 'start', '--port', '0', '--clock', 'frozen', '--seed-pack', 'empty', '--data-dir', dataDir]);

  await login();

  say('Two brands, and an account for each network.');
  const shop = await create('profile', ['profiles', 'create', '--name', 'Northwind Coffee']);
  const books = await create('profile', ['profiles', 'create', '--name', 'Harbor Books']);
  const add = (platform: string, profile: string, username: string) =>
    create('account', ['local', 'accounts', 'add', platform, '--profile', profile, '--username', username]);
  const accounts = {
    twitter: await add('twitter', shop, 'northwind'),
    facebook: await add('facebook', shop, 'northwind.coffee'),
    bluesky: await add('bluesky', books, 'harborbooks.example'),
  };
  await show(['accounts', 'list']);
  return accounts;
}

async function login(): Promise<void> {
  say('This machine logs in. The code would be confirmed in a browser; here a second command plays the person.');
  const { login: words, code } = await loginUntilCode();
  await show(['local', 'device', 'approve', code]);
  say('The login hears of it within two seconds, and the key lies where only this user can read it.');
  console.log(await words);
  await show(['auth', 'status']);
}

/** Begins a login and lets it wait. @returns its code, and what it prints in the end */
async function loginUntilCode(): Promise<{ readonly code: string; readonly login: Promise<string> }> {
  const words = ['login', '--device-name', 'demo', '--no-browser', '--store', 'file'];
  tell(words);
  const child = execa(process.execPath, [BINARY, ...words, '-o', 'table'], { env: environment, extendEnv: false });
  const login = child.then(({ stdout }) => stdout);
  child.stderr.pipe(process.stderr);
  let said = '';
  const code = new Promise<string>((resolve) => {
    child.stderr.on('data', (piece: Buffer) => {
      said += piece.toString();
      const [, found] = /^Code: (\S+)\n[\s\S]*Confirm/m.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  // A login that ends before it has shown a code has failed, and says why.
  return { code: await Promise.race([code, login]), login };
}

async function oneThatRejects({ facebook }: Accounts): Promise<void> {
  say('One post for three networks. Facebook will refuse it: the post is partial, and the exit code is 9.');
  await show(['local', 'network', 'behaviour', facebook, '--outcome', 'reject', '--message', 'The page is restricted']);
  const targets = ['--to', 'twitter', '--to', 'facebook:@northwind.coffee', '--to', 'bluesky'];
  const post = await create('post', ['posts', 'create', 'We open at nine', ...targets, '--now'], 9);

  say('Facebook recovers. A retry runs the failed target only, and the post is published.');
  await show(['local', 'network', 'behaviour', facebook, '--outcome', 'ok']);
  await show(['posts', 'retry', post]);
  await expectStatus(post, 'published');
}

async function oneForTomorrow(): Promise<void> {
  say('Another one for tomorrow. The clock moves two days; the service publishes it on time.');
  const when = ['--at', 'tomorrow 9:00', '--timezone', 'Europe/Berlin'];
  const post = await create('post', ['posts', 'create', 'Cardamom buns, while they last', '--to', 'twitter', ...when]);
  await expectStatus(post, 'scheduled');
  await show(['local', 'clock', 'advance', '48h']);
  await expectStatus(post, 'published');
  await show(['posts', 'list']);
}

interface Running {
  readonly quiet?: boolean;
  /** Exit codes that the story goes on with. */
  readonly exits?: readonly number[];
}

/** Prints one command and runs it; its output is shown unless quiet. */
async function run(words: readonly string[], { quiet = false, exits = [0] }: Running = {}): Promise<string> {
  const done = await execa(process.execPath, [BINARY, ...words], {
    env: environment,
    extendEnv: false,
    reject: false,
    stderr: quiet ? 'ignore' : 'inherit',
  });
  if (done.exitCode === undefined || !exits.includes(done.exitCode)) {
    throw new Error(
      `svc ${words.join(' ')} ended with ${String(done.exitCode)}, not ${exits.join(' or ')}\n${done.stdout}`,
    );
  }
  return done.stdout;
}

/** Tells and runs a command, and prints its table. */
async function show(words: readonly string[]): Promise<void> {
  tell(words);
  console.log(await run([...words, '-o', 'table']));
}

/** Tells and runs a command that makes something. @returns its id */
async function create(kind: string, words: readonly string[], exit = 0): Promise<string> {
  tell(words);
  const answer = JSON.parse(await run([...words, '-o', 'json'], { exits: [exit] })) as Record<
    string,
    { _id?: string; status?: string } | undefined
  >;
  const id = answer[kind]?._id;
  if (id === undefined) throw new Error(`svc ${words.join(' ')} answered without a ${kind}`);
  const status = answer[kind]?.status;
  console.log(`${kind} ${id}${status === undefined ? '' : `, ${status}`}${exit === 0 ? '' : `, exit ${String(exit)}`}`);
  return id;
}

async function expectStatus(post: string, status: string): Promise<void> {
  const words = ['posts', 'get', post, '--fields', 'status'];
  tell(words);
  const answer = await run([...words, '-o', 'lines']);
  console.log(answer);
  if (answer.trim() !== status) throw new Error(`the post should be ${status} and is ${answer.trim()}`);
}

function say(sentence: string): void {
  console.log(`\n# ${sentence}`);
}

function tell(words: readonly string[]): void {
  console.log(`\n$ svc ${words.map((word) => (/^[\w@:.,+/=-]+$/.test(word) ? word : `"${word}"`)).join(' ')}`);
}
