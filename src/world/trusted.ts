/** Whom secure connections trust: the authorities of the machine, and those that the user names. Used by http.ts. */
import type { Env } from './env.ts';

/** PEM, or undefined for none. */
export type Authorities = () => Promise<string | undefined>;

export interface Trust {
  add(authorities: Authorities): void;
  /** Undefined leaves it to Node. */
  all(): Promise<string[] | undefined>;
}

export function openTrust(env: Env): Trust {
  let source: Authorities = async () => undefined;
  let all: Promise<string[] | undefined> | undefined;
  return {
    add(authorities) {
      source = authorities;
      all = undefined;
    },
    all: () =>
      (all ??= source().then(async (own) => (own === undefined ? undefined : [...(await ofMachine(env)), own]))),
  };
}

/** A list of one's own takes the place of the machine's, which is then part of it. */
async function ofMachine(env: Env): Promise<readonly string[]> {
  const extra = env['NODE_EXTRA_CA_CERTS'];
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  const more = extra ? await readFile(extra, 'utf8').catch(() => '') : '';
  return [...process.getBuiltinModule('node:tls').rootCertificates, ...(more === '' ? [] : [more])];
}
