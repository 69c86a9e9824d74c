/** `--wait` on commands that begin what takes its time: a review, a broadcast, a call. courses.ts has the table of what is looked at, and at which states the wait ends. */
import { failure } from '../kernel/failure.ts';
import { isFields, type Fields } from '../kernel/json.ts';
import type { CallInput } from '../client/request.ts';
import { accountIn, COURSES, type Course } from './courses.ts';
import { override, type Context, type Outcome, type Override } from './command.ts';

/** An override that only adds `--wait`. @param question asked in place of that of the contract */
export function waiting(
  path: string,
  kind: keyof typeof COURSES,
  question?: NonNullable<Override['question']>,
): Override {
  const course: Course = COURSES[kind];
  return override(path, {
    ...(question && { question }),
    shown: ['--wait'],
    flags: { wait: { type: 'boolean', common: true, summary: course.summary } },
    exits: course.flaw === undefined ? ['pending'] : ['pending', 'partial'],
    async run(context, input, send, { flags }) {
      const outcome = await send(input);
      return flags.wait === true ? afterCourse(outcome, { course, input }, context) : outcome;
    },
  });
}

const WAIT_MS = 60_000;

/** What a command began, and what it was called with. */
interface Begun {
  readonly course: Course;
  readonly input: CallInput;
}

async function afterCourse(outcome: Outcome, { course, input }: Begun, context: Context): Promise<Outcome> {
  const begun = isFields(outcome.result) ? course.idIn(outcome.result, input) : undefined;
  if (typeof begun !== 'string' || outcome.failure !== undefined) return outcome;
  const { unfinished, watchUntilEnd } = await import('../client/wait.ts');
  const { subject, operation, reached, lost } = course;
  const watch = {
    operation,
    input: asking({ course, input }, begun),
    name: `${subject.replace('The ', '')} ${begun}`,
    recordIn: (body: unknown) => recordIn(course, body, { id: begun, result: outcome.result }),
    ...(course.progress && { progress: course.progress }),
    ends: [...reached, ...lost],
    timeoutMs: context.flags.timeoutMs ?? WAIT_MS,
  };
  const watched = await watchUntilEnd(watch, context);
  const result = {
    record: watched.record,
    result: outcome.result,
    answer: watched.answer.body,
  }[course.shows ?? 'answer'];
  const accountId = accountIn(input);
  const decide = course.decide?.(begun, watched.record, accountId);
  const words = { subject, look: course.look(begun, accountId), decide };
  if (watched.end !== 'state') {
    return { ...outcome, result, failure: unfinished(watched, watch, words) };
  }
  if (!lost.includes(String(watched.record['status'])))
    return { ...outcome, result, failure: course.flaw?.(watched.record, begun) };
  return { ...outcome, result, failure: lostFailure(course, watched.record, words.look) };
}

const asking = ({ course, input }: Begun, id: string): CallInput => ({
  path: {
    ...Object.fromEntries((course.within ?? []).map((name) => [name, input.path[name] ?? ''])),
    ...(course.param !== undefined && { [course.param]: id }),
  },
  query: course.ofAccount === true ? { accountId: accountIn(input) } : (course.query?.(id) ?? {}),
  headers: {},
});

interface Beginning {
  readonly id: string;
  /** What the command answered. */
  readonly result: unknown;
}

function recordIn(course: Course, body: unknown, { id, result }: Beginning): Fields | undefined {
  const record = isFields(body) ? course.recordIn(body, id, result) : undefined;
  return isFields(record) ? record : undefined;
}

function lostFailure({ subject, reasons }: Course, record: Fields, look: string) {
  const status = String(record['status']);
  const reason = reasons.map((name) => record[name]).find((one) => typeof one === 'string');
  return failure('unsuccessful', {
    message: `${subject} is ${status}${reason === undefined ? '' : `: ${reason}`}.`,
    details: { status },
    hint: `\`${look}\` shows it.`,
  });
}
