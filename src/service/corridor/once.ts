/** One effect per key: an `Idempotency-Key`, or the caller's request id where the card takes it. Next stop: upstream.ts. */
import { createHash } from 'node:crypto';
import type { Card } from '../../kernel/card.ts';
import { DAY_MS } from '../../kernel/time.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { Call, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Desk } from '../desk.ts';
import type { Parts } from '../parts.ts';
import type { StoredAnswer, Tx } from '../store/store.ts';
import { callIn, type Landing, type Next, type Resume, type Visit } from './landing.ts';

/** How long an answer is kept (ASM-39). */
const ANSWER_KEPT_MS = DAY_MS;

export const once: Landing = {
  name: 'once',
  needs: 'body',
  open: ({ parts }, { card, resume }) => idempotent(card, resume, parts),
};

/** What follows is run at most once per key and team. */
function idempotent(card: Card, resume: Resume, parts: Parts) {
  const header = headerOf(card);
  const running = new Map<string, string>();
  const expire = expiry(parts);
  return async (visit: Visit, next: Next): Promise<Reply | undefined> => {
    const call = callIn(visit);
    const value = header === undefined ? undefined : keyOf(header, call);
    if (value === undefined) return next();
    const one: Key = { key: `${call.caller.teamId}/${card.id}/${value}`, fingerprint: fingerprintOf(call) };
    const before = running.get(one.key);
    if (before !== undefined) return before === one.fingerprint ? STILL_RUNNING : OTHER_BODY;
    running.set(one.key, one.fingerprint);
    try {
      await expire();
      return (await earlier(one, { call, resume, parts })) ?? (await first(one, { visit, next, parts, card }));
    } finally {
      running.delete(one.key);
    }
  };
}

/** Keys between two sweeps of old answers. */
const SWEEP_EVERY = 1_000;

function expiry({ store, clock }: Parts): () => Promise<void> {
  let seen = 0;
  return async () => {
    if (seen % SWEEP_EVERY === 0) await store.expireAnswers(clock.now() - ANSWER_KEPT_MS);
    seen += 1;
  };
}

interface Key {
  readonly key: string;
  readonly fingerprint: string;
}

const STILL_RUNNING = refuse('invalid_resource_state', {
  message: 'The first request with this key is still in progress.',
});

const OTHER_BODY = refuse('invalid_field_value', {
  status: 422,
  message: 'This key was already used with a different request.',
});

const HEADERS = ['idempotency-key', REQUEST_ID] as const;

type KeyHeader = (typeof HEADERS)[number];

const headerOf = (card: Card): KeyHeader | undefined =>
  HEADERS.find((header) => card.params.some((param) => param.in === 'header' && param.name.toLowerCase() === header));

function keyOf(header: KeyHeader, call: Call): string | undefined {
  if (header === REQUEST_ID) return call.requestIdSent ? call.requestId.toLowerCase() : undefined;
  const value = call.headers[header]?.trim();
  return value === undefined || value === '' ? undefined : digest(value);
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const fingerprintOf = ({ path, query, body, files }: Call): string =>
  digest(
    JSON.stringify([path, query, body, files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))]),
  );

async function earlier(
  { key, fingerprint }: Key,
  { call, resume, parts }: { call: Call; resume: Resume; parts: Parts },
): Promise<Reply | undefined> {
  const kept = await parts.store.read.answer(key, parts.clock.now() - ANSWER_KEPT_MS);
  if (kept === undefined) return undefined;
  if (kept.fingerprint !== fingerprint) return OTHER_BODY;
  if (kept.reply !== null) return kept.reply;
  return kept.made === undefined ? undefined : resume(kept.made, call);
}

async function first(
  key: Key,
  { visit, next, parts, card }: { visit: Visit; next: Next; parts: Parts; card: Card },
): Promise<Reply | undefined> {
  const marked = markingDesk(key, card, parts);
  visit.desk = marked.desk;
  const reply = await next();
  if (reply === undefined) return undefined;
  if (!isDone(reply)) await marked.forget();
  else if (!marked.isKept(reply)) {
    const answer = { fingerprint: key.fingerprint, reply: keptOf(reply) };
    await parts.store.transact((tx) => tx.keepAnswer(key.key, parts.clock.now(), answer));
  }
  return reply;
}

const isDone = ({ status }: Reply): boolean => status >= 200 && status < 300;

const keptOf = ({ status, body }: Reply): NonNullable<StoredAnswer['reply']> => ({ status, body: body ?? null });

/** The reply that a decision has come to in its transaction, where it has. */
function replyIn(decided: unknown): Reply | undefined {
  const { result } = Object(decided) as { readonly result?: Partial<Reply> };
  return typeof result?.status === 'number' && isDone(result as Reply) ? (result as Reply) : undefined;
}

/**
 * A desk whose first transaction that makes the record, or comes to the answer, also keeps the key, with the answer where there is one:
 * after a crash between that commit and the answer, the repeated call finds what was made instead of making it again.
 */
function markingDesk({ key, fingerprint }: Key, card: Card, { desk, clock }: Parts) {
  let made: string | undefined;
  let answered: Reply | undefined;
  const keep = (tx: Tx, at: number): Promise<void> =>
    tx.keepAnswer(key, at, {
      fingerprint,
      reply: answered === undefined ? null : keptOf(answered),
      ...(made === undefined ? {} : { made }),
    });
  const transact: Desk['store']['transact'] = (work, locks) =>
    desk.store.transact(async (tx) => {
      let here: string | undefined;
      const watched: Tx = {
        ...tx,
        putPost: (post) => ((here ??= post.id), tx.putPost(post)),
        put: (record) => ((here ??= record.kind === card.effect?.kind ? record.id : undefined), tx.put(record)),
      };
      const result = await work(watched);
      const reply = replyIn(result);
      if (made === undefined && answered === undefined && (here ?? reply) !== undefined) {
        made = here;
        answered = reply;
        await keep(tx, clock.now());
      }
      return result;
    }, locks);
  return {
    desk: { ...desk, store: { ...desk.store, transact } },
    isKept: (reply: Reply): boolean =>
      answered !== undefined && JSON.stringify(keptOf(answered)) === JSON.stringify(keptOf(reply)),
    forget: async (): Promise<void> => {
      if (made !== undefined || answered !== undefined) await desk.store.transact((tx) => keep(tx, 0));
    },
  };
}
