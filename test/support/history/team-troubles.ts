/** What happens to the processes and the database of team mode in a history, and how long callers waited each time. Used by test/journeys/team.test.ts. */
import type { Act, Call } from '../../../src/build/prove/history/history.ts';
import { vi } from 'vitest';
import type { Json } from '../service.ts';
import type { Journal } from './journal.ts';
import { answerFrom, wireFor } from './requests.ts';
import type { Trouble } from './run.ts';
import type { Team, TeamMember } from './team.ts';

export type TeamTrouble = Trouble<Team>;

/** Time without an answer, in ms, by what was done. */
export type Waits = Map<string, number[]>;

type Deed = (team: Team, random: () => number, journal: Journal) => Promise<void>;

const named =
  (name: string, waits: Waits, deed: Deed): TeamTrouble =>
  async (team, journal, random) => {
    await ended(journal, 1 + Math.floor(random() * 80));
    team.said.push(`${performance.now().toFixed(0)} ${name}`);
    const waitedMs = await team.disturb(() => deed(team, random, journal));
    waits.set(name, [...(waits.get(name) ?? []), waitedMs]);
  };

/** Every trouble by its name. */
export function troublesInto(waits: Waits) {
  const of = (name: string, deed: Deed): TeamTrouble => named(name, waits, deed);
  return {
    killPrimary: of('kill -9 of the primary', async (team) => killed(team, await team.primary())),
    killAny: of('kill -9 of any process', (team, random) => killed(team, anyOf(team, random))),
    pausePrimary: of('pause of the primary', async (team, _random, journal) =>
      paused(team, await team.primary(), journal),
    ),
    pauseStandby: of('pause of a standby', async (team, random, journal) => {
      const primary = await team.primary();
      const standby = anyOf({ members: team.members.filter((one) => one !== primary) }, random);
      standby.pause();
      // Longer than a term.
      const until = performance.now() + 7_000;
      await journal.until(() => performance.now() > until);
      standby.resume();
    }),
    cutOff: of('a primary without its database', async (team, _random, journal) =>
      cutOff(team, await team.primary(), journal),
    ),
    stopPrimary: of('stop of the primary', async (team) => stopped(await team.primary())),
    stopAny: of('stop of any process', (team, random) => stopped(anyOf(team, random))),
    restartFast: of('fast restart of PostgreSQL', (team) => team.cluster.restart('fast')),
    restartImmediate: of('crash of PostgreSQL', (team) => team.cluster.restart('immediate')),
    cutPrimary: of('cut of the connections of the primary', async (team) => (await team.primary()).link.mend()),
    cutAll: of('cut of all connections', async ({ members }) => members.forEach(({ link }) => link.mend())),
  } as const;
}

type May = ReturnType<typeof troublesInto>;

/** So many troubles by chance, among them the two ends of the database. */
export function drawn(may: May, count: number, random: () => number): readonly TeamTrouble[] {
  const { restartFast, restartImmediate, ...rest } = may;
  const others = Object.values(rest);
  return Array.from({ length: count }, (_, index) => {
    if (index === Math.floor(count / 3)) return restartFast;
    if (index === Math.floor((2 * count) / 3)) return restartImmediate;
    return others[Math.floor(random() * others.length)] ?? restartFast;
  });
}

const EVERY_MS = 5_000;

/** The same trouble, and the next one not before its time. */
export const paced =
  (trouble: TeamTrouble): TeamTrouble =>
  async (team, journal, random) => {
    const until = performance.now() + EVERY_MS;
    await trouble(team, journal, random);
    await journal.until(() => performance.now() > until);
  };

const anyOf = ({ members }: Pick<Team, 'members'>, random: () => number): TeamMember => {
  const one = members[Math.floor(random() * members.length)];
  if (one === undefined) throw new Error('A team has members.');
  return one;
};

/** It starts again once another one serves. */
async function killed(team: Team, one: TeamMember): Promise<void> {
  await one.kill();
  await team.probe.untilAnswered(performance.now());
  await one.start();
}

async function stopped(one: TeamMember): Promise<void> {
  await one.stop();
  await one.start();
}

/** Until another one has the term and has answered; those who called meanwhile are in the queue of the one that wakes. */
async function paused(team: Team, primary: TeamMember, journal: Journal): Promise<void> {
  const { epoch } = await team.holder();
  primary.pause();
  await nextTerm(team, epoch);
  await askLate(team, primary, journal, () => primary.resume());
}

/** A process answers for its own health whatever else it waits for. */
const ANSWERS_MS = 10_000;

/** Nothing passes between the primary and the database, and nobody tells either of them. */
async function cutOff(team: Team, primary: TeamMember, journal: Journal): Promise<void> {
  const { epoch } = await team.holder();
  primary.link.freeze();
  await nextTerm(team, epoch);
  const ready = await fetch(`${primary.url}/_local/health/ready`, { signal: AbortSignal.timeout(ANSWERS_MS) });
  if (ready.ok) team.claims.push({ url: primary.url, atMs: performance.now(), epoch: (await team.holder()).epoch });
  await askLate(team, primary, journal, () => undefined);
  primary.link.mend();
}

async function nextTerm(team: Team, epoch: number): Promise<void> {
  await vi.waitFor(
    async () => {
      if ((await team.holder()).epoch === epoch) throw new Error('The term goes on.');
    },
    { timeout: 30_000, interval: 50 },
  );
  await team.probe.untilAnswered(performance.now());
}

/** So many ask a process itself what time it is. */
const ASKING = 20;
const MINUTE = 60_000;

/** The clock moves where the next primary is, and the last one must not answer what time it was. @param wake called when all have asked @returns when all have their end */
async function askLate(team: Team, { url }: TeamMember, journal: Journal, wake: () => void): Promise<void> {
  for (let isMoved = false; !isMoved;) {
    const { answer } = await steer(team, team.urls[0] ?? '', journal, {
      does: 'advance',
      toMs: journal.nowMs + MINUTE,
    });
    isMoved = answer?.status === 200;
  }
  const asked = Array.from({ length: ASKING }, () => steer(team, url, journal, { does: 'clock' }));
  wake();
  await Promise.all(asked);
}

let steers = 0;

/** A call of a client of its own, at one process or the balancer. */
async function steer({ controlKey, patienceMs = 0 }: Team, url: string, journal: Journal, act: Act): Promise<Call> {
  const { method, path, body } = wireFor(act, String, String);
  const [sentMs, key] = [performance.now(), `steer ${String((steers += 1))}`];
  journal.begin(act);
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json', connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  })
    .then(async (response) => answerFrom(act, response.status, response.headers, (await response.json()) as Json))
    .catch(() => undefined);
  const call = {
    client: key,
    key,
    act,
    sentMs,
    endedMs: performance.now(),
    ...(answer === undefined ? {} : { answer }),
  };
  journal.end(call);
  return call;
}

/** Nothing happens for longer than a term; the terms of all that time must not end. */
export const calm: TeamTrouble = async (_team, journal) => {
  const until = performance.now() + 12_000;
  await journal.until(() => performance.now() > until);
};

async function ended(journal: Journal, count: number): Promise<void> {
  const until = journal.calls.length + count;
  await journal.until(() => journal.calls.length >= until);
}
