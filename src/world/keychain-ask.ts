/** Asks the OS keychain through a process that is killed when it gives no answer in time (keychain-child.ts). */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from './host.ts';
import type { Installation } from './installation.ts';
import type { Keychain, KeychainRefusal, KeychainTrouble } from './keychain-door.ts';
import type { KeychainQuestion, KeychainReply } from './keychain-child.ts';
import { childEnv } from './spawn.ts';

/** Source: design §5 */
const LIMIT_MS = 3_000;

/** How long a keychain that gave no answer is left alone: a command with several questions waits for one of them only. */
const PEACE_MS = 30_000;

export function askingKeychain(host: Host, installation: Installation): Keychain {
  let silence: { readonly refusal: KeychainRefusal; readonly untilMs: number } | undefined;
  const ask = async (question: KeychainQuestion): Promise<Answered | KeychainRefusal> => {
    if (silence !== undefined && performance.now() < silence.untilMs) return silence.refusal;
    const answer = await askKeychain(question, host, installation);
    const isSilent = !answer.ok && answer.trouble === 'silent';
    silence = isSilent ? { refusal: answer, untilMs: performance.now() + PEACE_MS } : undefined;
    return answer;
  };
  return {
    async read(account) {
      const answer = await ask({ act: 'read', account });
      return answer.ok ? { ok: true, secret: answer.secret ?? undefined } : answer;
    },
    store: (account, secret) => ask({ act: 'store', account, secret }),
    remove: (account) => ask({ act: 'remove', account }),
    async accounts() {
      const answer = await ask({ act: 'list' });
      return answer.ok ? { ok: true, accounts: answer.accounts ?? [] } : answer;
    },
  };
}

type Answered = Extract<KeychainReply, { ok: true }>;

async function askKeychain(
  question: KeychainQuestion,
  host: Host,
  { root }: Installation,
): Promise<Answered | KeychainRefusal> {
  if (!canBeThere(host)) return refusal('absent', 'there is no session bus for a keychain');
  const { said, killed } = await childSays([host.execPath, join(root, 'dist', 'keychain.cjs')], question, host);
  if (killed) return refusal('silent', `it did not respond within ${LIMIT_MS / 1000} s`);
  const reply = replyIn(said);
  if (reply === undefined) return refusal('failed', 'its library does not run on this system');
  return reply.ok ? reply : refusal(...troubleIn(reply.message));
}

const refusal = (trouble: KeychainTrouble, reason: string): KeychainRefusal => ({ ok: false, trouble, reason });

/** Words that only a keychain behind a password uses. */
const LOCKED = /\b(?:is)?locked\b|\bdismissed\b/i;

/** What the bus says of a program that does not answer. */
const SILENT = /did not receive a reply/i;

function troubleIn(message: string): [KeychainTrouble, string] {
  if (LOCKED.test(message)) return ['locked', 'it is locked'];
  return SILENT.test(message) ? ['silent', 'it did not respond'] : ['failed', reasonIn(message)];
}

/** The library's sentence without its envelope, as one line. */
const reasonIn = (message: string): string =>
  message
    .replace(/^(?:Platform failure|Couldn't access platform storage): /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
    .slice(0, 200);

/** Without a bus the library would look for one in ways that can take long. */
function canBeThere({ platform, env }: Host): boolean {
  if (platform !== 'linux' && platform !== 'freebsd') return true;
  const runtime = env['XDG_RUNTIME_DIR'];
  return Boolean(env['DBUS_SESSION_BUS_ADDRESS']) || (Boolean(runtime) && existsSync(join(runtime ?? '', 'bus')));
}

interface Said {
  readonly said: string;
  readonly killed: boolean;
}

/** In a session of its own, so that Ctrl-C at the terminal does not end it in the middle of a write. */
function childSays([node, file]: readonly [string, string], question: KeychainQuestion, { env }: Host): Promise<Said> {
  return new Promise((resolve) => {
    const child = spawn(node, [file], {
      env: childEnv(env),
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
      windowsHide: true,
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const pieces: Uint8Array[] = [];
    child.stdout.on('data', (piece: Uint8Array) => pieces.push(piece));
    child.stdin.on('error', () => undefined);
    child.on('error', () => resolve({ said: '', killed: false }));
    child.on('close', () => resolve({ said: Buffer.concat(pieces).toString('utf8'), killed: child.killed }));
    child.stdin.end(JSON.stringify(question));
  });
}

function replyIn(said: string): KeychainReply | undefined {
  try {
    return JSON.parse(said) as KeychainReply;
  } catch {
    return undefined;
  }
}
