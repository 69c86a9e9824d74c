/** Clients record their answers while the processes of a team, their database and the connections between them fail; a checker compares them with what is there in the end. */
import { expect, onTestFailed, test } from 'vitest';
import { violationsIn, violationText } from '../../src/build/prove/history/check.ts';
import type { History, Violation } from '../../src/build/prove/history/history.ts';
import { termFaultsIn } from '../../src/build/prove/history/terms.ts';
import { findPlace, plant, PLANTED } from '../support/history/planted.ts';
import { runHistory } from '../support/history/run.ts';
import { startTeam, type Team } from '../support/history/team.ts';
import { calm, drawn, paced, troublesInto, type TeamTrouble, type Waits } from '../support/history/team-troubles.ts';
import { readLog } from '../support/history/term-log.ts';
import { roundsOf, sayFigure, seedOf } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';

const SHORT = 4;
const ROUNDS = roundsOf(SHORT);
const IS_LONG = ROUNDS > SHORT;
const CLIENTS = 8;

// prettier-ignore
const FLAGS = ['--clock', 'frozen', '--now', '2026-01-05T09:00:00Z', '--seed-pack', 'empty'];

const begin = (binary?: string): Promise<Team> =>
  startTeam({ size: 3, flags: FLAGS, ...(binary === undefined ? {} : { binary }) });

async function historyOf(team: Team, troubles: readonly TeamTrouble[], random: () => number): Promise<History> {
  const history = await runHistory(team, { rounds: troubles.length, clients: CLIENTS, troubles, random });
  return { ...history, ...(await readLog(team.database)), disturbedMs: team.disturbedMs, claims: team.claims };
}

test(
  `everything that clients were answered holds after ${String(ROUNDS)} failures of processes and of their database`,
  async () => {
    const waits: Waits = new Map();
    const may = troublesInto(waits);
    const random = seeded(seedOf(20260106));
    const team = await begin();
    onTestFailed(() => {
      throw new Error(team.said.join('\n'));
    });
    const short = [may.killPrimary, may.pausePrimary, may.cutPrimary, may.restartImmediate];
    const history = await historyOf(team, IS_LONG ? drawn(may, ROUNDS, random).map(paced) : short, random);

    expect(violationsIn(history).map(violationText)).toEqual([]);
    expect(team.crashes).toEqual([]);
    for (const sentence of figuresOf(history, waits)) await sayFigure(sentence);
  },
  120_000 + ROUNDS * 30_000,
);

/** What would notice each fault. */
const NOTICED = {
  'writes in any term': /^Process \d+ wrote \d+ times .* was the primary/,
  'takes its term for valid however long it was not renewed':
    / said at \d+ ms that it was ready, cut off from its database/,
  'never renews its term': /^Process \d+ began the term \d+ although nothing had happened/,
  'serves without the lock': /^Process \d+ began the term \d+ although nothing had happened/,
} as const satisfies Record<keyof typeof PLANTED, RegExp>;

type Fault = keyof typeof PLANTED;

test('each fault has its place in the built program', async () => {
  for (const fault of Object.values(PLANTED)) await findPlace(fault);
});

// Each takes a minute and more, so that only the long form has them.
test.each(IS_LONG ? (Object.keys(PLANTED) as Fault[]) : [])(
  'a process that %s is noticed',
  async (fault) => {
    const may = troublesInto(new Map());
    const troubles = {
      'writes in any term': [may.cutPrimary, may.cutPrimary, may.pausePrimary],
      'takes its term for valid however long it was not renewed': [may.cutOff],
      'never renews its term': [calm],
      'serves without the lock': [calm],
    }[fault];
    const team = await begin(await plant(PLANTED[fault]));

    const found = (await violationsOf(team, troubles)).map(({ sentence }) => sentence);

    expect(found).toContainEqual(expect.stringMatching(NOTICED[fault]));
    await sayFigure(`A process that ${fault} is noticed: ${found.find((one) => NOTICED[fault].test(one)) ?? ''}`);
  },
  180_000,
);

/** A team with a fault may not even answer; what its database saw is judged all the same. */
async function violationsOf(team: Team, troubles: readonly TeamTrouble[]): Promise<readonly Violation[]> {
  const history = await historyOf(team, troubles, seeded(1)).catch(() => undefined);
  return history === undefined
    ? termFaultsIn({ ...(await readLog(team.database)), disturbedMs: team.disturbedMs, claims: team.claims })
    : violationsIn(history);
}

function figuresOf({ calls, final, terms = [] }: History, waits: Waits): readonly string[] {
  const open = calls.filter(({ answer }) => answer === undefined).length;
  const late = calls.filter(({ answer }) => (answer?.status ?? 0) >= 500).length;
  const full = calls.filter(({ answer }) => answer?.status === 429).length;
  const ms = (value = 0): string => `${(value / 1_000).toFixed(1)} s`;
  const times = [...waits].map(([name, all]) => {
    const sorted = all.toSorted((one, other) => one - other);
    return `${name} (${String(all.length)}): ${ms(sorted[Math.floor((sorted.length - 1) / 2)])} / ${ms(sorted.at(-1))}`;
  });
  return [
    `${String(ROUNDS)} failures and ${String(terms.length)} changes of the primary among 3 processes during ${String(calls.length)} calls of ${String(CLIENTS)} clients (${String(open)} without an answer, ${String(late)} answered 5xx, ${String(full)} refused by a full window): ${String(final.posts.length)} posts, ${String(Object.values(final.messages).flat().length)} messages and ${String(final.events.length)} events that arrived ${String(final.arrivals.length)} times at ${String(final.endpoints.length)} endpoints, 0 violations`,
    `longest time without an answer, median and maximum: ${times.sort().join('; ')}`,
  ];
}
