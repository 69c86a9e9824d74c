/** A client as the command line is one: it calls one thing after the other, records every answer, and repeats with the same key what has an unknown outcome. */
import { randomUUID } from 'node:crypto';
import type { Act, Answer, Call } from '../../../src/build/prove/history/history.ts';
import type { Json } from '../service.ts';
import { turns } from '../turns.ts';
import type { Reach } from './fleet.ts';
import type { Journal } from './journal.ts';
import { answerFrom, listIn, windowOf, wireFor, type Wire } from './requests.ts';

export interface Account {
  readonly id: string;
  readonly platform: string;
}

/** What the clients of a run share. */
export interface Run {
  readonly fleet: Reach;
  readonly journal: Journal;
  readonly accounts: readonly Account[];
  /** Key of a team with small request windows. */
  readonly smallKey: string;
  readonly random: () => number;
}

export interface Client {
  readonly name: string;
  /** Calls until the outcome is known. @returns undefined for what may not be repeated */
  call(act: Act): Promise<Answer | undefined>;
}

/** How often a client hangs up before the answer, of all calls. */
const HANGS_UP = 0.06;

export function openClient(name: string, run: Run): Client {
  const ids = new Map<string, string>();
  const attempt = (act: Act, key: string): Promise<Call> => attemptOf({ act, key, client: name, ids }, run);
  return {
    name,
    async call(act) {
      const key = randomUUID();
      for (;;) {
        await run.fleet.untilReady();
        const { answer } = await attempt(act, key);
        if (answer?.id !== undefined && act.does === 'create') ids.set(act.post, answer.id);
        if (!isOpen(answer, act)) return answer;
        if (act.does === 'hear') return undefined;
        const found = act.does === 'subscribe' ? await findEndpoint(act.url, run) : undefined;
        if (found !== undefined) return noteEndpoint({ act, key, client: name, ids }, found, run);
      }
    },
  };
}

/** Whether the outcome is still open: the connection broke, the service failed, or the first call with this key is still running. */
const isOpen = (answer: Answer | undefined, { does }: Act): boolean =>
  answer === undefined || answer.status >= 500 || (answer.status === 409 && (does === 'create' || does === 'send'));

interface Asked {
  readonly act: Act;
  readonly key: string;
  readonly client: string;
  readonly ids: ReadonlyMap<string, string>;
}

async function attemptOf({ act, key, client, ids }: Asked, run: Run): Promise<Call> {
  const platformOf = (id: string): string => run.accounts.find((account) => account.id === id)?.platform ?? '';
  const wire = wireFor(act, (post) => ids.get(post) ?? '', platformOf);
  run.journal.begin(act);
  const sentMs = performance.now();
  const answer = await send(wire, key, run)
    .then(async (response) => answerFrom(act, response.status, response.headers, (await response.json()) as Json))
    .catch(() => undefined);
  const deleted =
    act.does === 'delete' && answer !== undefined && answer.status < 300 ? { id: ids.get(act.post) ?? '' } : {};
  const call: Call = {
    ...{ client, key, act, sentMs, endedMs: performance.now() },
    ...windowOf(wire),
    ...(answer === undefined ? {} : { answer: { ...answer, ...deleted } }),
  };
  run.journal.end(call);
  return call;
}

async function send({ method, path, as, body, keyHeader }: Wire, key: string, run: Run): Promise<Response> {
  const { fleet, random, smallKey } = run;
  const url = fleet.urls[Math.floor(random() * fleet.urls.length)] ?? '';
  const bearer = { team: fleet.apiKey, control: fleet.controlKey, small: smallKey }[as];
  const hangUp = new AbortController();
  // Not AbortSignal.any: on Node 20 nobody holds a timeout among its sources, and once collected it never comes.
  if (fleet.patienceMs !== undefined)
    AbortSignal.timeout(fleet.patienceMs).addEventListener('abort', () => hangUp.abort(), { once: true });
  const answer = fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(keyHeader === undefined ? {} : { [keyHeader]: key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: hangUp.signal,
  });
  if (random() < HANGS_UP) void turns(Math.floor(random() * 12)).then(() => hangUp.abort());
  return answer;
}

/** An endpoint takes no key: a client looks for it before it asks again. Source: ERR-43 */
async function findEndpoint(url: string, { fleet }: Run): Promise<string | undefined> {
  await fleet.untilReady();
  const headers = { authorization: `Bearer ${fleet.apiKey}` };
  const patience = fleet.patienceMs === undefined ? {} : { signal: AbortSignal.timeout(fleet.patienceMs) };
  const answer = await fetch(`${fleet.urls[0] ?? ''}/v1/webhooks/settings`, { headers, ...patience }).catch(
    () => undefined,
  );
  const { webhooks } = ((await answer?.json().catch(() => ({}))) ?? {}) as { webhooks?: Json };
  return listIn(webhooks)
    .find((one) => String(one['url']) === url)
    ?.['_id']?.toString();
}

function noteEndpoint({ act, key, client }: Asked, id: string, { journal }: Run): Answer {
  const answer = { status: 200, id };
  const now = performance.now();
  journal.begin(act);
  journal.end({ client, key, act, sentMs: now, endedMs: now, answer });
  return answer;
}
