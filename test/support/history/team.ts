/** Several processes on one PostgreSQL behind a balancer, each with a link of its own to the database, for a history. What happens to them is team-troubles.ts. */
import { once } from 'node:events';
import { execa } from 'execa';
import { onTestFinished, vi } from 'vitest';
import type { Claim, Span } from '../../../src/build/prove/history/history.ts';
import { linkTo, type Link } from '../../service/members/outage.ts';
import { startBalancer } from '../balancer.ts';
import { startCluster, type Cluster } from '../../../src/build/postgres/cluster.ts';
import { BINARY, startBinary, type ServiceProcess } from '../process.ts';
import { temporaryFolder } from '../temp.ts';
import type { Reach } from './fleet.ts';
import { startProbe, type Probe } from './probe.ts';
import { holderIn, installLog, type Holder } from './term-log.ts';

export interface TeamMember {
  /** Between this process and the database. */
  readonly link: Link;
  readonly url: string;
  readonly pid: number;
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>;
  /** `svc local stop`, which lets another one take over first. */
  stop(): Promise<void>;
  /** Starts again what was killed or stopped, and waits until it is ready. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface Team extends Reach {
  readonly cluster: Cluster;
  /** Of the database, past every link. */
  readonly database: string;
  readonly members: readonly TeamMember[];
  readonly probe: Probe;
  /** Spans in which a term may end. */
  readonly disturbedMs: readonly Span[];
  /** Who said that it was ready when it could not be. */
  readonly claims: Claim[];
  /** What was done to the processes and what they said, a line each. */
  readonly said: string[];
  /** Processes that ended by themselves. */
  readonly crashes: string[];
  /** Waits until it is somebody's term. */
  holder(): Promise<Holder>;
  primary(): Promise<TeamMember>;
  /** Does something to processes or the database, and waits until a call is answered again. @returns the longest time without an answer, in ms */
  disturb(act: () => Promise<void>): Promise<number>;
}

export interface TeamOptions {
  readonly size: number;
  readonly flags: readonly string[];
  /** The launcher of a build with a planted fault. */
  readonly binary?: string;
}

const PATIENCE_MS = 3_000;
/** What a trouble sets off may come after the first answer: a session that is looked after every second, a second term. */
const AFTER_MS = 2_500;
const SETTLES = { timeout: 60_000, interval: 50 } as const;

export async function startTeam({ size, flags, binary = BINARY }: TeamOptions): Promise<Team> {
  // A killed server loses nothing that it has handed to the system, so that the disk need not be waited for.
  const cluster = await startCluster({ settings: { fsync: false, full_page_writes: false } });
  onTestFinished(() => cluster.stop());
  const database = await cluster.newDatabase();
  const said: string[] = [];
  const crashes: string[] = [];
  const open = (index: number): Promise<Keys> => openMember({ database, flags, binary, said, crashes, index });
  const first = await open(0);
  const others = await Promise.all(Array.from({ length: size - 1 }, (_, index) => open(index + 1)));
  const all = [first, ...others];
  const members = all.map(({ member }) => member);
  const url = await startBalancer(members.map((one) => Number(new URL(one.url).port)));
  await installLog(database);
  const { apiKey, controlKey } = first;
  const probe = startProbe(`${url}/_local/clock`, controlKey);
  const disturbedMs: Span[] = [];
  const holder = (): Promise<Holder> => vi.waitFor(async () => known(await holderIn(database)), SETTLES);
  return {
    ...{ urls: [url], apiKey, controlKey, goneMs: [], windowsOutlive: true, patienceMs: PATIENCE_MS },
    ...{ cluster, database, members, probe, disturbedMs, claims: [], said, crashes, holder },
    untilReady: async () => undefined,
    primary: async () => {
      const { pid } = await holder();
      return known(members.find((one) => one.pid === pid));
    },
    async disturb(act) {
      const fromMs = performance.now();
      const span = { fromMs, toMs: Infinity };
      disturbedMs.push(span);
      await act();
      await holder();
      await probe.untilAnswered(performance.now());
      const longest = probe.longestSince(fromMs);
      span.toMs = performance.now() + AFTER_MS;
      return longest;
    },
  };
}

function known<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('Nobody is the primary.');
  return one;
}

interface Keys {
  readonly member: TeamMember;
  readonly apiKey: string;
  readonly controlKey: string;
}

interface Place {
  readonly database: string;
  readonly flags: readonly string[];
  readonly binary: string;
  readonly said: string[];
  readonly crashes: string[];
  readonly index: number;
}

async function openMember({ database, flags, binary, said, crashes, index }: Place): Promise<Keys> {
  const folder = await temporaryFolder();
  const link = await linkTo(database);
  const begin = async (...more: string[]): Promise<ServiceProcess> => {
    const one = await startBinary(binary, folder, '--database', link.url, ...flags, ...more);
    const note = (text: string): void => void said.push(`${performance.now().toFixed(0)} ${String(index)}: ${text}`);
    one.child.stderr?.on('data', (text: string) => note(text.trim()));
    one.child.on('exit', (code, signal) => {
      note(`It ended with ${String(code ?? signal)}.`);
      if (code !== null && code !== 0) crashes.push(`${String(index)}: ${said.at(-2) ?? ''}`);
    });
    return one;
  };
  let one = await begin();
  const { url, apiKey, controlKey } = one;
  const member: TeamMember = {
    link,
    url,
    get pid() {
      return one.child.pid ?? 0;
    },
    kill: () => one.kill(),
    async stop() {
      const gone = once(one.child, 'exit');
      await execa(process.execPath, [binary, 'local', 'stop', '--data-dir', `${folder}/data`, '--yes'], {
        env: { HOME: folder, SVC_CONFIG_DIR: `${folder}/config` },
        stdin: 'ignore',
      });
      await gone;
    },
    start: async () => void (one = await begin('--port', new URL(url).port)),
    pause: () => void one.child.kill('SIGSTOP'),
    resume: () => void one.child.kill('SIGCONT'),
  };
  return { member, apiKey, controlKey };
}
