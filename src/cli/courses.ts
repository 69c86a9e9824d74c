/** What goes its way after a command: the operation that shows it, and the states at which `--wait` ends. Read by course-wait.ts. */
import { nextSkip } from '../client/next-skip.ts';
import type { CallInput } from '../client/request.ts';
import { counted } from '../kernel/counted.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { fieldsIn, isFields, isList, type Fields } from '../kernel/json.ts';

export interface Course {
  /** With its article, at the beginning of a sentence. */
  readonly subject: string;
  /** Operation that shows one, and its parameter with the id; a list is asked without. */
  readonly operation: string;
  readonly param?: string;
  /** True where one is asked for with the account that the command named. */
  readonly ofAccount?: boolean;
  /** Parameters of the path of the command that it is asked with as well. */
  readonly within?: readonly string[];
  /** The id in the answer of the command, or in what it was called with; undefined where nothing was begun. */
  idIn(result: Fields, input: CallInput): unknown;
  /** @param result what the command answered */
  recordIn(body: Fields, id: string, result: unknown): unknown;
  /** Query with which a list is asked. */
  query?(id: string): Fields;
  /** What the command shows in the end: the record that was waited for, or what it answered itself; else the answer of the last look. */
  readonly shows?: 'record' | 'result';
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
  readonly decide?: (id: string, record: Fields, accountId?: unknown) => string;
  readonly summary: string;
}

const carrier = (id: string): string => `decide now with \`svc local carrier approve ${id}\``;

/** A run of a workflow, by whichever operation it is looked at. */
const RUN = {
  subject: 'The run',
  reached: ['completed', 'exited'],
  lost: ['failed'],
  look: () => 'svc workflows runs list',
  decide: () => 'send what it waits for with `svc local inbound message`',
} as const;

export const COURSES = {
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
    idIn: ({ registrationId, id }, { path }) => registrationId ?? id ?? path['id'],
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
    look: (id, accountId) => `svc whatsapp templates get-by-id ${id} --account-id ${String(accountId)}`,
    decide: (_id, { name }, accountId) =>
      `decide now with \`svc local inbound template-status --account-id ${String(accountId)} --name ${String(name)} --status APPROVED\``,
    summary: 'Wait until WhatsApp approves it; --timeout limits the wait',
  },
  displayName: {
    subject: 'The display name',
    operation: 'getWhatsAppDisplayName',
    ofAccount: true,
    idIn: (_result, input) => accountIn(input),
    recordIn: ({ displayName }) => displayName,
    reached: ['APPROVED'],
    lost: ['DECLINED', 'NONE'],
    reasons: [],
    look: (id) => `svc whatsapp business-profile display-name get --account-id ${id}`,
    summary: 'Wait until WhatsApp approves it; --timeout limits the wait',
  },
  sender: {
    subject: 'The sender',
    operation: 'getImessageSender',
    param: 'senderId',
    idIn: ({ sender }) => (isFields(sender) ? sender['id'] : undefined),
    recordIn: ({ sender }) => sender,
    reached: ['active'],
    lost: ['suspended', 'canceled', 'failed'],
    reasons: ['failureReason'],
    look: (id) => `svc imessage senders get ${id}`,
    summary: 'Wait until the sender is active; --timeout limits the wait',
  },
  evaluation: {
    subject: 'The evaluation',
    operation: 'readBusinessAgentEvals',
    within: ['accountId'],
    query: (jobId) => ({ jobId }),
    idIn: ({ job_id: id }, { query }) => id ?? query['jobId'],
    recordIn: ({ jobs }) => fieldsIn(jobs)[0],
    reached: ['completed'],
    lost: ['failed'],
    reasons: [],
    look: (id, accountId) => `svc business-agent evals get ${String(accountId)} --job-id ${id}`,
    summary: 'Wait until the evaluation is complete, and show its results; --timeout limits the wait',
  },
  port: {
    subject: 'The port-in',
    operation: 'listPhoneNumberPortIns',
    shows: 'record',
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
    within: ['sequenceId'],
    query: () => ({ status: 'active' }),
    idIn: ({ enrolled }, { path }) => (Number(enrolled) > 0 ? path['sequenceId'] : undefined),
    recordIn: (body, _id, result) => contactsLeftIn(body, result),
    shows: 'result',
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
    ...RUN,
    operation: 'listWorkflowExecutions',
    within: ['workflowId'],
    shows: 'record',
    idIn: ({ execution }) => (isFields(execution) ? execution['id'] : undefined),
    recordIn: ({ executions }, id) => fieldsIn(executions).find((one) => one['id'] === id),
    reasons: ['lastError'],
    summary: 'Wait until the run is over; --timeout limits the wait',
  },
  steps: {
    ...RUN,
    operation: 'listWorkflowExecutionEvents',
    within: ['workflowId', 'executionId'],
    idIn: (_result, { path }) => path['executionId'],
    recordIn: ({ execution }) => execution,
    reasons: [],
    summary: 'Wait until the run is over, and show all of its steps; --timeout limits the wait',
  },
} as const satisfies Readonly<Record<string, Course>>;

/** The account that the command named. */
export const accountIn = ({ path, query, body }: CallInput): unknown =>
  path['accountId'] ?? query['accountId'] ?? (isFields(body) ? body['accountId'] : undefined);

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
