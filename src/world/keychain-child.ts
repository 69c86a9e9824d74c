/**
 * A process of its own that asks the OS keychain (@napi-rs/keyring) one thing and ends: a native call may hang, and a hanging
 * process can be killed. Question on standard input, answer on standard output; started by keychain.ts.
 */
import { AsyncEntry, findCredentialsAsync } from '@napi-rs/keyring';

/** One question. A secret travels here and in the answer, never in arguments or environment. */
export type KeychainQuestion =
  | { readonly act: 'read' | 'remove'; readonly account: string }
  | { readonly act: 'store'; readonly account: string; readonly secret: string }
  | { readonly act: 'list' };

export type KeychainReply =
  | { readonly ok: true; readonly secret?: string | null; readonly accounts?: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** One word: some keychains do not take spaces. */
const SERVICE = 'svc-cli';

/** The kernel's own keyring, which the library falls back to, forgets everything when the machine starts again. */
const STORE = { linux: { store: 'secret-service' } } as const;

/** A little more than the process that asks waits: should that one be gone, nobody else ends us. */
const LIFE_MS = 4_000;

setTimeout(() => process.kill(process.pid, 'SIGKILL'), LIFE_MS).unref();
void answer();

async function answer(): Promise<void> {
  process.stdout.write(JSON.stringify(await replyTo(await question())));
}

async function question(): Promise<KeychainQuestion> {
  const pieces: Uint8Array[] = [];
  for await (const piece of process.stdin as AsyncIterable<Uint8Array>) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as KeychainQuestion;
}

async function replyTo(asked: KeychainQuestion): Promise<KeychainReply> {
  try {
    if (asked.act === 'list')
      return { ok: true, accounts: (await findCredentialsAsync(SERVICE)).map(({ account }) => account) };
    const entry = new AsyncEntry(SERVICE, asked.account, STORE);
    switch (asked.act) {
      case 'read':
        return { ok: true, secret: await entry.getPassword() };
      case 'remove':
        await entry.deletePassword();
        return { ok: true };
      case 'store':
        return await storeSecret(entry, asked.secret);
    }
  } catch (error) {
    return { ok: false, message: (error as Error).message };
  }
}

/** Reads the secret back: a keychain that accepts a secret but cannot return it counts as absent. */
async function storeSecret(entry: AsyncEntry, secret: string): Promise<KeychainReply> {
  await entry.setPassword(secret);
  return (await entry.getPassword()) === secret
    ? { ok: true }
    : { ok: false, message: 'what was stored could not be read back' };
}
