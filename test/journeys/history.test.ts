/** Clients record their answers while the service is killed and paused; a checker compares them with what is there in the end. */
import { expect, test } from 'vitest';
import { violationsIn, violationText } from '../../src/build/prove/history/check.ts';
import { startOne } from '../support/history/fleet.ts';
import { kill, killMidway, pauseUntil, runHistory } from '../support/history/run.ts';
import { roundsOf, sayFigure, seedOf } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(4);
const CLIENTS = 8;

// prettier-ignore
const FLAGS = ['--clock', 'frozen', '--now', '2026-01-05T09:00:00Z', '--seed-pack', 'empty'];

test(
  `POST-67 WHK-69 LIM-01 everything that clients were answered holds after ${String(ROUNDS)} rounds of kills and pauses`,
  async () => {
    const fleet = await startOne(await temporaryFolder(), ...FLAGS);
    const history = await runHistory(fleet, {
      rounds: ROUNDS,
      clients: CLIENTS,
      troubles: [kill, pauseUntil(CLIENTS), killMidway, killMidway],
      random: seeded(seedOf(20260105)),
    });

    expect(violationsIn(history).map(violationText)).toEqual([]);

    const { calls, final, goneMs } = history;
    const open = calls.filter(({ answer }) => answer === undefined).length;
    const full = calls.filter(({ answer }) => answer?.status === 429).length;
    expect(open, 'calls that a kill or a client cut off').toBeGreaterThan(0);
    expect(full, 'calls that found a full window').toBeGreaterThan(0);
    expect(goneMs.length).toBe(ROUNDS - Math.floor((ROUNDS + 2) / 4));
    await sayFigure(
      `${String(goneMs.length)} kills and ${String(ROUNDS - goneMs.length)} pauses during ${String(calls.length)} calls of ${String(CLIENTS)} clients (${String(open)} without an answer, ${String(full)} refused by a full window): ${String(final.posts.length)} posts, ${String(Object.values(final.messages).flat().length)} messages and ${String(final.events.length)} events that arrived ${String(final.arrivals.length)} times at ${String(final.endpoints.length)} endpoints, 0 violations`,
    );
  },
  120_000 + ROUNDS * 8_000,
);
