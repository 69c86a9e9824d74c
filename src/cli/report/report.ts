/** `--junit FILE`, and annotations on GitHub Actions: runs a command and reports what it checked, whether it ends well or not. */
import { Failure } from '../../kernel/failure.ts';
import { writeLine } from '../../output/neutral.ts';
import type { Context, Outcome } from '../command.ts';
import { annotations, junitText, type ReportCase } from './junit.ts';

export interface Report {
  /** The command, as `svc posts import`. */
  readonly suite: string;
  /** File for the report; annotations alone without it. */
  readonly junit: string | undefined;
  /** What was checked. @param result the document, or the list of all records */
  casesOf(result: unknown, failure: Failure | undefined): readonly ReportCase[];
}

/** Costs nothing where nobody asks for a report. */
export async function runReported(report: Report, context: Context, act: () => Promise<Outcome>): Promise<Outcome> {
  const { world } = context;
  if (report.junit === undefined && world.env['GITHUB_ACTIONS'] !== 'true') return act();
  const beganMs = world.clock.monotonic();
  const write = (result: unknown, failure: Failure | undefined): Promise<void> =>
    writeReport(
      { ...report, context, seconds: (world.clock.monotonic() - beganMs) / 1000 },
      report.casesOf(result, failure),
    );
  let outcome: Outcome;
  try {
    outcome = await act();
  } catch (error) {
    if (error instanceof Failure) await write(undefined, error);
    throw error;
  }
  const { stream } = outcome;
  if (stream === undefined) {
    await write(outcome.result, outcome.failure ?? programFailure(outcome));
    return outcome;
  }
  return {
    ...outcome,
    stream: (async function* () {
      const records: unknown[] = [];
      for await (const record of stream) {
        records.push(record);
        yield record;
      }
      await write(records, outcome.failure ?? programFailure(outcome));
    })(),
    get failure() {
      return outcome.failure;
    },
  };
}

/** A program that was run on behalf of the caller, and failed. */
const programFailure = ({ exitCode = 0 }: Outcome): Failure | undefined =>
  exitCode === 0
    ? undefined
    : new Failure({ code: 'program_failed', message: `The program ended with ${exitCode}.` }, 'internal');

interface Writing extends Report {
  readonly context: Context;
  readonly seconds: number;
}

async function writeReport({ suite, junit, context, seconds }: Writing, cases: readonly ReportCase[]): Promise<void> {
  const { world } = context;
  if (world.env['GITHUB_ACTIONS'] === 'true') for (const line of annotations(suite, cases)) writeLine(world.io, line);
  if (junit !== undefined) await world.files.writeAtomic(junit, junitText(suite, cases, seconds), 0o644);
}

/** The only case of a command that checks one thing. */
export const singleCase = (name: string, failure: Failure | undefined): ReportCase => ({
  name,
  ...(failure && { failure: { type: failure.fields.code, message: failure.fields.message } }),
});
