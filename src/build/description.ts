/** What the published description says of an operation beside its summary: what it does to records, what a call needs, what it causes and what refuses it, all from what the contract declares. Called by openapi.ts. */
import type { Card } from '../kernel/card.ts';
import { READINGS, type Effect, type Kind, type ServedOperation, type ServiceCards } from '../kernel/effect.ts';
import { API_ERRORS, type ApiErrorCode } from '../kernel/errors.ts';
import type { GuardWords } from '../kernel/guard.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import { resolved, type Schemas } from '../schema/reference.ts';

/** What an operation's description is made from. */
export interface Declared {
  readonly card: Card;
  readonly served: ServedOperation;
  readonly kinds: ServiceCards['kinds'];
  /** Of the card's area. */
  readonly schemas: Schemas;
  /** What the contract says of it in words of its own. */
  readonly written?: string | undefined;
}

/** The description of an operation in paragraphs of Markdown. */
export function descriptionOf({ card, served, kinds, schemas, written = '' }: Declared): string {
  const { effect } = served;
  const kind = effect.kind === undefined ? undefined : kinds[effect.kind];
  const paragraphs = [
    written.trim(),
    sentences([...actWords(card, effect, kind), ...pageWords(card, effect)]),
    sentences([
      ...inputWords(card, schemas),
      ...keyWords(card),
      ...platformWords(card, kind),
      ...guardWords(card.guard ?? {}),
      ...headerWords(card),
    ]),
    sentences([...emitWords(card), ...missingWords(served, kinds)]),
    `Command: \`svc ${card.command.path.join(' ')}\`.`,
  ];
  return paragraphs.filter((text) => text !== '').join('\n\n');
}

const sentences = (all: readonly string[]): string => all.join(' ');

const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

/** What happens to records, beyond what the summary says. */
function actWords({ method }: Card, effect: Effect, kind: Kind | undefined): string[] {
  const { does, each, to, steps, sends = [], waits } = effect;
  const first = does === 'create' ? firstState(kind) : undefined;
  return [
    ...(READINGS.includes(does) ? readWords(kind) : []),
    ...(READINGS.includes(does) && method !== 'GET' ? ['Changes nothing.'] : []),
    ...(each === undefined ? [] : [`Takes several at once, one for each entry of \`${each}\`.`]),
    ...(first === undefined ? [] : [`A new record has the status \`${first}\`.`]),
    ...(to === undefined ? [] : [`Leaves the record with the status \`${to}\`.`]),
    ...(sends.length === 0 ? [] : [`Reaches the platform as ${quoted(sends)}.`]),
    ...(steps === undefined ? [] : ['Asks the platform or endpoint while the caller waits.']),
    ...(waits === undefined ? [] : [waitWords(does)]),
  ];
}

const waitWords = (does: Effect['does']): string =>
  READINGS.includes(does)
    ? 'The local service does not simulate what it reads: the answer there is empty.'
    : 'The local service does not simulate it and answers 501 `not_simulated`.';

/** Where what is read comes from. */
const readWords = (kind: Kind | undefined): string[] =>
  kind?.source === 'network'
    ? ['What it shows belongs to the platform and is read from there.']
    : kind?.summary === undefined
      ? []
      : [kind.summary];

const firstState = (kind: Kind | undefined): string | undefined =>
  Object.entries(kind?.states ?? {}).find(([, causes]) => causes === 'create' || causes.includes('create'))?.[0];

function pageWords({ paging, params }: Card, { newestFirst }: Effect): string[] {
  if (paging === undefined) return newestFirst === true ? ['The newest comes first.'] : [];
  const { position, size } = paging;
  const most = params.find(({ name }) => name === size)?.schema.maximum;
  const sized = size === undefined ? '' : ` and \`${size}\`${most === undefined ? '' : ` (at most ${String(most)})`}`;
  return [`Comes in pages: ${quoted(position)}${sized}.`, ...(newestFirst === true ? ['The newest comes first.'] : [])];
}

/** What the call cannot do without, path aside. */
function inputWords({ params, body }: Card, schemas: Schemas): string[] {
  const { required = [] } = body === undefined ? {} : resolved(body.schema, schemas);
  const named = params.filter(({ in: place, required: must }) => must && place !== 'path').map(({ name }) => name);
  const all = [
    ...(named.length === 0 ? [] : [quoted(named)]),
    ...(required.length === 0 ? [] : [`${quoted(required)} in the body`]),
  ];
  return all.length === 0 ? [] : [`Needs ${all.join(' and ')}.`];
}

function keyWords({ group, reads }: Card): string[] {
  if (group === undefined) return ['Any valid key may call it.'];
  const may = reads === true ? 'a read-only key may call it' : 'a read-only key may not call it';
  return [`A restricted key needs the resource group \`${group}\`; ${may}.`];
}

interface GateWords {
  readonly code: ApiErrorCode;
  /** What the plan needs, as the beginning of a sentence. */
  readonly needs: string;
}

const GATES: Readonly<Record<NonNullable<GuardWords['gate']>, GateWords>> = {
  ads: { code: 'ads_addon_required', needs: 'The plan needs the ads add-on' },
  analytics: { code: 'analytics_addon_required', needs: 'The plan needs the analytics add-on' },
  inbox: { code: 'feature_not_available', needs: 'The plan needs the inbox' },
  connect: {
    code: 'PAYMENT_REQUIRED',
    needs: 'The plan must allow another account, and its last payment must not have failed',
  },
  purchase: { code: 'PAYMENT_REQUIRED', needs: 'The team needs a payment method that works' },
  payment: { code: 'payment_required', needs: 'The team needs a payment method' },
};

const SURFACES: Readonly<Record<NonNullable<GuardWords['surface']>, GateWords>> = {
  comments: { code: 'platform_not_supported', needs: "The account's platform must have comments" },
  conversations: { code: 'PLATFORM_NOT_SUPPORTED', needs: "The account's platform must have an inbox" },
  sending: { code: 'PLATFORM_NOT_SUPPORTED', needs: "The account's platform must have an inbox" },
  listing: { code: 'platform_not_supported', needs: 'The account must be a business listing' },
  uploads: { code: 'platform_not_supported', needs: "The account's platform must take uploads" },
};

/** What a guard's words ask of plan and platform, each with the code of its refusal. */
function gatesOf({ gate, feature, surface }: GuardWords): GateWords[] {
  return [
    ...(gate === undefined ? [] : [GATES[gate]]),
    ...(feature === undefined
      ? []
      : [{ code: 'feature_not_available' as const, needs: `The team needs the feature \`${feature}\`` }]),
    ...(surface === undefined ? [] : [SURFACES[surface]]),
  ];
}

/** Statuses with which plan and platform refuse a call. */
export const gateStatuses = (guard: GuardWords): number[] => gatesOf(guard).map(({ code }) => API_ERRORS[code].status);

function guardWords(guard: GuardWords): string[] {
  const { upstream, rate, quota } = guard;
  return [
    ...gatesOf(guard).map(({ code, needs }) => `${needs}; otherwise ${refusal(code)}.`),
    ...(upstream === undefined
      ? []
      : ["What the platform itself refuses comes back with the platform's words in `platformError`."]),
    ...(rate === undefined ? [] : ['Counts in a request window of its own, one second long.']),
    ...(quota === undefined ? [] : ['While its quota is used up, the latest good answer is served.']),
  ];
}

const platformWords = ({ params }: Card, kind: Kind | undefined): string[] =>
  kind?.platforms === undefined || !params.some(({ name }) => name === 'accountId')
    ? []
    : [`The account must be on ${quoted(kind.platforms)}; otherwise ${refusal('platform_not_supported')}.`];

const refusal = (code: ApiErrorCode): string => `${String(API_ERRORS[code].status)} \`${code}\``;

/** Headers under which a repeated call is the same call. */
const REPEATING = ['idempotency-key', REQUEST_ID];

function headerWords({ params }: Card): string[] {
  const key = params.find(({ in: place, name }) => place === 'header' && REPEATING.includes(name.toLowerCase()));
  return key === undefined ? [] : [`A call repeated with the same \`${key.name}\` is done once.`];
}

const emitWords = ({ emits }: Card): string[] => (emits.length === 0 ? [] : [`May emit ${quoted(emits)}.`]);

/** By the kinds whose ids the path holds. */
function missingWords({ places }: ServedOperation, kinds: ServiceCards['kinds']): string[] {
  const codes = Object.entries(places).map(([place, kind]) => [place, kinds[kind]?.missing ?? 'not_found'] as const);
  return codes.map(([place, code]) => `An unknown \`${place}\` is refused with ${refusal(code)}.`);
}
