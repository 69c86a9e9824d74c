/** `--wait` on commands after which carriers have the word, or a phone rings: what is looked at, and at which states the wait ends. */
import { counted } from '../kernel/counted.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { fieldsIn, isFields, isList, type Fields } from '../kernel/json.ts';
import type { CallInput } from '../client/request.ts';
import { nextSkip } from '../client/next-skip.ts';
import { override, type Context, type Outcome, type Override } from './command.ts';

interface Course {
  /** With its article, at the beginning of a sentence. */
  readonly subject: string;
  /** Operation that shows one, and its parameter with the id; a list is asked without. */
  readonly operation: string;
  readonly param?: string;
  /** True where one is asked for with the account that the command named. */
  readonly ofAccount?: boolean;
  /** Parameter of the path of the command that a list is asked with as well. */
  readonly within?: string;
  /** The id in the answer of the command, or in what it was called with; undefined where nothing was begun. */
  idIn(result: Fields, input: CallInput): unknown;
  /** @param result what the command answered */
  recordIn(body: Fields, id: string, result: unknown): unknown;
  /** Query with which a list is asked. */
  readonly query?: Fields;
  /** True where the answer of the command says more than what was waited for. */
  readonly keepsResult?: true;
  readonly reached: readonly string[];
  /** States from which it does not go on by itself. */
  readonly lost: readonly string[];
  /** Fields of the record that say why. */
  readonly reasons: readonly string[];
  /** How far it is, for the line on a terminal. */
  readonly progress?: (record: Fields) => string;
  /** What went wrong on the way to a state that was wished for. */
  readonly flaw?: (record: Fields, id: string) => Failure | undefined;
  /** The command that shows it. @param accountId the account that the command named */
  readonly look: (id: string, accountId?: unknown) => string;
  /** What else goes on with it where a local clock is frozen. */
  readonly decide?: (id: string) => string;
  readonly summary: string;
}

const carrier = (id: string): string => `decide now with \`svc local carrier approve ${id}\``;

const COURSES = {
  number: {
    subject: 'The number',
    operation: 'getPhoneNumber',
    param: 'id',
    idIn: ({ phoneNumber }) => (isFields(phoneNumber) ? phoneNumber['id'] : undefined),
    recordIn: ({ phoneNumber }) => phoneNumber,
    reached: ['active'],
    lost: ['pending_payment', 'regulatory_declined', 'suspended', 'released'],
    reasons: ['regulatoryDeclineReason', 'declineReason'],
    look: (id) => `svc phone-numbers get ${id}`,
    decide: carrier,
    summary: 'Wait until the number is active; --timeout limits the wait',
  },
  registration: {
    subject: 'The registration',
    operation: 'getSmsRegistration',
    param: 'id',
    idIn: ({ registrationId, id }) => registrationId ?? id,
    recordIn: (body) => body,
    reached: ['approved'],
    lost: ['changes_requested', 'rejected', 'deactivated'],
    reasons: ['declineReason'],
    look: (id) => `svc sms registrations get ${id}`,
    decide: carrier,
    summary: 'Wait until the carriers approve it; --timeout limits the wait',
  },
  template: {
    subject: 'The template',
    operation: 'getWhatsAppTemplateById',
    param: 'templateId',
    ofAccount: true,
    idIn: ({ template }) => (isFields(template) ? template['id'] : undefined),
    recordIn: ({ template }) => template,
    reached: ['APPROVED'],
    lost: ['REJECTED', 'PAUSED', 'DISABLED'],
    reasons: ['rejected_reason'],
    look: () => 'svc whatsapp templates list',
    decide: () => 'decide now with `svc local inbound template-status --status APPROVED`',
    summary: 'Wait until WhatsApp approves it; --timeout limits the wait',
  },
  port: {
    subject: 'The port-in',
    operation: 'listPhoneNumberPortIns',
    idIn: ({ id }) => id,
    recordIn: ({ orders }, id) =>
      isList(orders) ? orders.find((one) => isFields(one) && one['id'] === id) : undefined,
    reached: ['ported'],
    lost: ['draft', 'exception', 'cancelled'],
    reasons: ['exceptionReason'],
    look: () => 'svc phone-numbers port-in list',
    decide: carrier,
    summary: 'Wait until the numbers are ported; --timeout limits the wait',
  },
  call: {
    subject: 'The call',
    operation: 'getCall',
    param: 'id',
    idIn: ({ callId, call }) => callId ?? (isFields(call) ? call['_id'] : undefined),
    recordIn: ({ call }) => call,
    reached: ['ended'],
    lost: ['failed'],
    reasons: ['endReason'],
    look: (id) => `svc calls get ${id}`,
    decide: (id) => `play the other end with \`svc local calls answer ${id}\` and \`hang-up\``,
    summary: 'Wait until the call is over; --timeout limits the wait',
  },
  broadcast: {
    subject: 'The broadcast',
    operation: 'getBroadcast',
    param: 'broadcastId',
    idIn: (_result, { path }) => path['broadcastId'],
    recordIn: ({ broadcast }) => broadcast,
    reached: ['completed'],
    lost: ['draft', 'failed', 'cancelled'],
    reasons: [],
    progress: broadcastProgress,
    flaw: failedRecipients,
    look: (id) => `svc broadcasts get ${id}`,
    decide: (id) => `stop it with \`svc broadcasts cancel ${id}\``,
    summary: 'Wait until it was sent to everyone; --timeout limits the wait',
  },
  enrollment: {
    subject: 'The enrollment',
    operation: 'listSequenceEnrollments',
    within: 'sequenceId',
    query: { status: 'active' },
    idIn: ({ enrolled }, { path }) => (Number(enrolled) > 0 ? path['sequenceId'] : undefined),
    recordIn: (body, _id, result) => contactsLeftIn(body, result),
    keepsResult: true,
    reached: ['over'],
    lost: [],
    reasons: [],
    progress: ({ left }) => `${String(left)} still in it`,
    look: (id) => `svc sequences enrollments list ${id}`,
    decide: (id) => `pause it with \`svc sequences pause ${id}\``,
    summary: 'Wait until all of them have finished or left the sequence; --timeout limits the wait',
  },
  ad: {
    subject: 'The ad',
    operation: 'getAd',
    param: 'adId',
    idIn: ({ ad }) => (isFields(ad) ? ad['_id'] : undefined),
    recordIn: ({ ad }) => (isFields(ad) ? { ...ad, status: ad['reviewStatus'] } : undefined),
    reached: ['approved', 'with_issues'],
    lost: ['rejected'],
    reasons: ['rejectionReason'],
    look: (id) => `svc ads get ${id}`,
    decide: () => 'let the review pass with `svc local clock advance 15m`',
    summary: 'Wait until the network has reviewed the ad; --timeout limits the wait',
  },
  report: {
    subject: 'The report',
    operation: 'getAdInsightsReport',
    param: 'reportRunId',
    ofAccount: true,
    idIn: ({ reportRunId }) => reportRunId,
    recordIn: (body) => body,
    reached: ['completed'],
    lost: ['failed'],
    reasons: [],
    progress: ({ status, percentCompletion }) => `${String(status)}, ${String(percentCompletion ?? 0)}%`,
    look: (id, accountId) => `svc ads insights reports get ${id} --account-id ${String(accountId)}`,
    summary: 'Wait until the report is complete, and show its rows; --timeout limits the wait',
  },
  run: {
    subject: 'The run',
    operation: 'listWorkflowExecutions',
    within: 'workflowId',
    idIn: ({ execution }) => (isFields(execution) ? execution['id'] : undefined),
    recordIn: ({ executions }, id) => fieldsIn(executions).find((one) => one['id'] === id),
    reached: ['completed', 'exited'],
    lost: ['failed'],
    reasons: ['lastError'],
    look: () => 'svc workflows runs list',
    decide: () => 'send what it waits for with `svc local inbound message`',
    summary: 'Wait until the run is over; --timeout limits the wait',
  },
} as const satisfies Readonly<Record<string, Course>>;

/** An override that only adds `--wait`. @param question asked in place of that of the contract */
export function waiting(
  path: string,
  kind: keyof typeof COURSES,
  question?: NonNullable<Override['question']>,
): Override {
  const course: Course = COURSES[kind];
  return override(path, {
    ...(question && { question }),
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
  const result =
    course.keepsResult === true ? outcome.result : course.param === undefined ? watched.record : watched.answer.body;
  const words = { subject, look: course.look(begun, accountIn(input)), decide: course.decide?.(begun) };
  if (watched.end !== 'state') {
    return { ...outcome, result, failure: unfinished(watched, watch, words) };
  }
  if (!lost.includes(String(watched.record['status'])))
    return { ...outcome, result, failure: course.flaw?.(watched.record, begun) };
  return { ...outcome, result, failure: lostFailure(course, watched.record, words.look) };
}

const asking = ({ course: { param, within, ofAccount, query = {} }, input }: Begun, id: string): CallInput => ({
  path: {
    ...(within !== undefined && { [within]: input.path[within] ?? '' }),
    ...(param !== undefined && { [param]: id }),
  },
  query: ofAccount === true ? { accountId: accountIn(input) } : query,
  headers: {},
});

const accountIn = ({ query, body }: CallInput): unknown =>
  query['accountId'] ?? (isFields(body) ? body['accountId'] : undefined);

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

/** Those whom the command enrolled among the active of a page; undefined for a page without them that is not the last. */
function contactsLeftIn(body: Fields, result: unknown): Fields | undefined {
  const results = fieldsIn(isFields(result) ? result['results'] : []);
  const people = new Set(results.flatMap(({ contactId, success }) => (success === true ? [contactId] : [])));
  const left = fieldsIn(body['enrollments']).filter(({ contactId }) => people.has(contactId)).length;
  if (left === 0 && nextSkip(body) !== undefined) return undefined;
  return { status: left === 0 ? 'over' : 'active', left };
}

const numberOf = (record: Fields, name: string): string => Number(record[name] ?? 0).toLocaleString('en-US');

/** How many have got the message, and how far it is with them. */
function broadcastProgress(record: Fields): string {
  const [all, sent, delivered, failed] = ['recipientCount', 'sentCount', 'deliveredCount', 'failedCount'].map((name) =>
    numberOf(record, name),
  );
  return `${sent} of ${all} sent, ${delivered} delivered, ${failed} failed`;
}

function failedRecipients(record: Fields, id: string): Failure | undefined {
  if (Number(record['failedCount'] ?? 0) === 0) return undefined;
  return failure('partial', {
    message: `${numberOf(record, 'failedCount')} of ${counted(Number(record['recipientCount']), 'recipient')} did not receive the message.`,
    details: { status: record['status'], failed: record['failedCount'], recipients: record['recipientCount'] },
    hint: `\`svc broadcasts recipients list ${id} --status failed\` shows who, and why.`,
  });
}
