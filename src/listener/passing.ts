/** Passes one event on to one target, as often as it takes: an address, or a program that gets it on standard input. */
import { namesOn, OF_THE_HOP, type Prefixes } from '../webhooks/headers.ts';
import { waitBefore } from '../webhooks/ladder.ts';
import { signatureOf } from '../webhooks/sign.ts';
import type { Clock } from '../kernel/clock.ts';
import type { RetryMode } from '../kernel/listening.ts';
import type { Forwarder } from '../world/forward.ts';
import type { Spawn } from '../world/spawn.ts';
import type { Arrival, Delivery } from './receiver.ts';
import type { Way } from './routes-file.ts';

/** Milliseconds before a further attempt with `fast`. */
const FAST_MS = [250, 1_000, 4_000, 15_000];

/** The wait before an attempt, counted from 2; undefined when none is left. */
export function pauseBefore(mode: RetryMode, attempt: number): number | undefined {
  if (mode === 'off') return undefined;
  return mode === 'fast' ? FAST_MS[attempt - 2] : waitBefore(attempt);
}

/** The outcome of one attempt. */
export interface Attempted {
  readonly to: string;
  readonly status: number | null;
  readonly ok: boolean;
  readonly ms: number;
  readonly error?: string;
  readonly contentType?: string;
  readonly body?: Uint8Array;
}

/** A place that takes events. */
export interface Target {
  readonly to: string;
  /** Never throws. */
  tell(delivery: Delivery, signal: AbortSignal): Promise<Attempted>;
}

/** The headers of a forwarded delivery: as received, without hop-by-hop headers. */
export function headersOnward({ headers }: Pick<Arrival, 'headers'>): Arrival['headers'] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','));
  const dropped = new Set([...OF_THE_HOP, ...named.map((name) => name.trim().toLowerCase())]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}

export interface Address {
  /** Absolute; its query and path are those of the target. */
  readonly url: string;
  readonly forwarder: Forwarder;
  readonly timeoutMs: number;
  readonly prefixes: Prefixes;
  readonly way?: Way | undefined;
}

/** With the headers of the target over those that came, and signed with its secret where it has one. */
function headersFor(delivery: Delivery, { prefixes, way }: Address): Arrival['headers'] {
  const onward = headersOnward(delivery);
  if (way === undefined) return onward;
  const names = namesOn('Signature', onward, prefixes);
  const signature = way.secret === undefined ? undefined : signatureOf(delivery.body, way.secret);
  const signed = signature === undefined ? [] : names.map((name) => [name, signature] as const);
  const own = [...way.headers, ...signed];
  const replaced = new Set(own.map(([name]) => name.toLowerCase()));
  return [...onward.filter(([name]) => !replaced.has(name.toLowerCase())), ...own];
}

export const addressTarget = (address: Address): Target => ({
  to: address.url,
  async tell(delivery, signal) {
    const { body } = delivery;
    const { url, forwarder, way } = address;
    const timeoutMs = way?.timeoutMs ?? address.timeoutMs;
    const passing = { url, method: 'POST', headers: headersFor(delivery, address), body, timeoutMs, signal };
    const passed = await forwarder.pass(passing);
    const ms = passed.durationMs;
    if (passed.status === undefined) return { to: url, status: null, ok: false, ms, error: passed.sentence };
    const { status, contentType, body: answer } = passed;
    const ok = status >= 200 && status < 300;
    return {
      to: url,
      status,
      ok,
      ms,
      body: answer,
      ...(contentType !== undefined && { contentType }),
      ...errorOf(status),
    };
  },
});

const errorOf = (status: number): { error?: string } =>
  status >= 300 && status < 400 ? { error: 'Redirects are not followed.' } : {};

export interface Program {
  readonly spawn: Spawn;
  readonly clock: Pick<Clock, 'now'>;
  readonly platform: string;
  readonly timeoutMs: number;
  /** What the program writes. */
  heard(text: string): void;
}

/** The event is never part of the command line: a shell would read it. */
export const programTarget = (command: string, program: Program): Target => ({
  to: 'exec',
  async tell({ envelope, body, signature }, signal) {
    const { spawn, clock, platform, timeoutMs, heard } = program;
    const [shell, ...words] = platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', command] : ['sh', '-c', command];
    const began = clock.now();
    const env = { SVC_EVENT: plain(envelope.event), SVC_EVENT_ID: plain(envelope.id), SVC_EVENT_SIGNATURE: signature };
    const run = await spawn.run(shell ?? 'sh', words, { env, input: body, timeoutMs, signal, output: 'capture' });
    for (const said of [run.stdout, run.stderr]) if (said !== '') heard(said);
    const ok = run.code === 0 && !run.timedOut;
    const error = run.timedOut ? `The program took more than ${String(timeoutMs / 1_000)} s.` : undefined;
    return { to: 'exec', status: run.code, ok, ms: clock.now() - began, ...(error !== undefined && { error }) };
  },
});

/** An environment variable cannot hold a NUL. */
const plain = (text: string): string => text.replaceAll('\0', '');
