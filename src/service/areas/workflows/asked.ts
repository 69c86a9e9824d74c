/** What steps ask before they are decided: the network whether it takes a message, an endpoint for its answer. Nothing is written here. Called by steps.ts. */
import { type Fields, isFields, textOf } from '../../../kernel/json.ts';
import type { NetworkOperation } from '../../../kernel/steering.ts';
import { problemOf } from '../../delivery/attempt.ts';
import type { Desk } from '../../desk.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord } from '../../records/account.ts';
import { callingAccount } from '../calls/offers.ts';
import { fillText } from '../contacts/offers.ts';
import { placingOf } from './calling.ts';
import { configOf, ENDPOINT_BODY, ENDPOINT_TIMEOUT, numberOf, settingOf, URL_NAMES } from './config.ts';
import type { Node, RunRecord, WorkflowRecord } from './record.ts';
import { filledDeep, scopeOf } from './values.ts';
import type { RecordOf } from '../../store/store.ts';

/** What was said. */
export interface Asked {
  /** The step of the run for which it was asked. */
  readonly step: number;
  /** Why the step cannot be done. */
  readonly problem?: string;
  /** `status`, `ok` and `body` of an endpoint's answer. */
  readonly answer?: Fields;
  readonly durationMs?: number;
  /** What the run's history says of it. */
  readonly meta?: Fields;
}

export interface Asking {
  readonly run: RunRecord;
  readonly workflow: WorkflowRecord;
  readonly node: Node;
  readonly contact: RecordOf<'contact'> | undefined;
}

/** Whether the step waits for an answer from outside, for which it is written down first. */
export const isOutside = ({ type }: Node): boolean => type === 'webhook';

export async function askFor(asking: Asking, desk: Desk): Promise<Asked | undefined> {
  const { node, run } = asking;
  const step = run.doc.stepCount;
  if (node.type === 'webhook') return { step, ...(await endpointAnswer(asking, desk)) };
  const problem = await QUESTIONS[node.type]?.(asking, desk);
  return { step, ...(problem === undefined ? {} : { problem }) };
}

type Question = (asking: Asking, desk: Desk) => Promise<string | undefined>;

/** Why the platform takes no message of the account; undefined when it does. */
const sendProblem: Question = async ({ workflow }, desk) => {
  const account = await desk.store.read.get(ACCOUNT_KIND, workflow.doc.accountId);
  return account === undefined ? 'The account of the workflow does not exist.' : problemFor(account, 'send', desk);
};

/** Why the carrier places no call; undefined when it does, and where there is no phone that it would go out from. */
const callProblem: Question = async ({ run, workflow, node, contact }, desk) => {
  const placing = placingOf({ run, workflow, config: configOf(node), scope: scopeOf(run, contact) });
  const account = placing && (await callingAccount(desk.store.read, placing));
  return account && problemFor(account, 'call', desk);
};

/** What steps ask a network. */
const QUESTIONS: Readonly<Partial<Record<Node['type'], Question>>> = {
  send_message: sendProblem,
  ai: sendProblem,
  handoff: sendProblem,
  start_call: callProblem,
};

async function problemFor(
  account: AccountRecord,
  operation: NetworkOperation,
  { networks }: Desk,
): Promise<string | undefined> {
  const answer = await networks.driver(account.doc.platform).ask(networkAccount(account), operation);
  if (answer.outcome === 'ok') return undefined;
  return 'message' in answer ? answer.message : 'The platform did not respond.';
}

const USUAL_TIMEOUT_MS = 10_000;
const LONGEST_TIMEOUT_MS = 30_000;

const LONGEST_PREVIEW = 200;

/** Headers that the connection itself decides. */
const OWN_HEADERS: readonly string[] = ['host', 'content-length', 'connection', 'transfer-encoding'];

async function endpointAnswer(
  { run, workflow, node, contact }: Asking,
  { carrier }: Desk,
): Promise<Omit<Asked, 'step'>> {
  const config = configOf(node);
  const scope = scopeOf(run, contact);
  const url = fillText(textOf(settingOf(config, URL_NAMES)) ?? '', scope);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return { problem: 'This is not an http or https URL.' };
  const method = (textOf(config['method']) ?? 'POST').toUpperCase();
  const seconds = numberOf(settingOf(config, ENDPOINT_TIMEOUT));
  const arrival = await carrier.post({
    url,
    method,
    headers: headersFor(run, config, scope),
    body: method === 'GET' || method === 'HEAD' ? '' : bodyFor({ run, workflow }, config, scope),
    timeoutMs: seconds === undefined ? USUAL_TIMEOUT_MS : Math.min(LONGEST_TIMEOUT_MS, Math.max(1, seconds) * 1_000),
  });
  // The service is stopping: the work comes again with its next start.
  if ('fault' in arrival && arrival.fault === 'aborted') throw new Error(arrival.sentence);
  const problem = problemOf(arrival);
  const { durationMs } = arrival;
  const asked = { url, method, responseTimeMs: durationMs };
  if (!('status' in arrival)) return { durationMs, meta: asked, ...(problem === null ? {} : { problem }) };
  const { status, body } = arrival;
  return {
    durationMs,
    ...(problem === null ? {} : { problem }),
    answer: { status, ok: status >= 200 && status < 300, body: parsed(body) },
    meta: { ...asked, statusCode: status, responsePreview: body.slice(0, LONGEST_PREVIEW) },
  };
}

/** The same step has the same key, so that an endpoint knows a request that comes again after a crash. */
function headersFor({ id, doc }: RunRecord, { headers }: Fields, scope: Fields): Record<string, string> {
  const own = Object.entries(isFields(headers) ? headers : {}).flatMap(([header, value]) =>
    /^[\w-]+$/.test(header) && !OWN_HEADERS.includes(header.toLowerCase())
      ? [[header.toLowerCase(), fillText(String(value), scope).replace(/[\r\n]/g, ' ')]]
      : [],
  );
  const usual = { 'content-type': 'application/json', 'idempotency-key': `${id}-${String(doc.stepCount)}` };
  return { ...usual, ...(Object.fromEntries(own) as Record<string, string>) };
}

function bodyFor({ run, workflow }: Pick<Asking, 'run' | 'workflow'>, config: Fields, scope: Fields): string {
  const body = settingOf(config, ENDPOINT_BODY);
  if (typeof body === 'string') return fillText(body, scope);
  const { platformIdentifier = null, conversationId = null, variables = {} } = run.doc;
  const usual = { workflowId: workflow.id, executionId: run.id, platformIdentifier, conversationId, variables };
  return JSON.stringify(body === undefined ? usual : filledDeep(body, scope));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}
