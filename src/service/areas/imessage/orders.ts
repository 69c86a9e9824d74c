/** Senders that are ordered: from the order to an account of the platform, step by step on the clock, and given back. Its steps are in activating.ts. */
import { textOf, type Fields } from '../../../kernel/json.ts';
import { CHANNEL } from '../../../platforms/number-channels.ts';
import { commitSteps, type Steps } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { engine, engineWith, inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import type { Follow } from '../../engine/follow.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';
import { disconnectIn } from '../accounts/offers.ts';
import { centsOf, PRICES } from '../usage/offers.ts';
import { nextStep, STEP } from './activating.ts';
import type { LINK } from './reacts.ts';
import { freeNumbers, IS_TAKEN, isHeldByOthers, SENDER } from './numbers.ts';

type SenderRecord = RecordOf<typeof SENDER>;

/** A sender costs what a connected account costs: thirty days of it. */
const PRICE_CENTS = centsOf(30 * PRICES.accountDay);

/** A domain for addresses whose owner has none. */
const USUAL_DOMAIN = 'imessage.example';

const order: Follow<typeof SENDER> = async ([{ after } = {}], { call, desk, now }, view) => {
  if (after === undefined) return {};
  const { kind, region, availableNumberId, emailName, emailDomain } = call.body;
  const { teamId } = call.caller;
  if (kind === 'email') {
    if (typeof emailName !== 'string' || !/^[\w.+-]+$/.test(emailName)) return { refusal: NEEDS_NAME };
    if (emailDomain !== undefined && !DOMAIN.test(String(emailDomain))) return { refusal: NO_DOMAIN };
    const handle = `${emailName}@${textOf(emailDomain) ?? USUAL_DOMAIN}`.toLowerCase();
    const others = (await view.list(SENDER)).filter(({ id, doc }) => id !== after.id && doc.handle === handle);
    if (others.some(({ doc }) => doc.status !== 'canceled')) return { refusal: IS_TAKEN };
    return ordered(after, { handle, region: after.doc.region ?? null }, await nextStep(view, after, now));
  }
  const free = await freeNumbers(view, desk);
  const isHeld = async (id: string) => isHeldByOthers(view, id, { teamId, now });
  const chosen =
    typeof availableNumberId === 'string'
      ? free.find(({ id }) => id === availableNumberId)
      : free.find((one) => region === undefined || one.region === region);
  if (chosen !== undefined && region !== undefined && chosen.region !== region) return { refusal: ELSEWHERE };
  if (chosen === undefined || (await isHeld(chosen.id)))
    return { refusal: typeof availableNumberId === 'string' ? IS_TAKEN : SOLD_OUT };
  return ordered(after, { handle: chosen.phone, region: chosen.region as 'US' }, await nextStep(view, after, now));
};

const ordered = (
  record: SenderRecord,
  fields: Pick<SenderRecord['doc'], 'handle' | 'region'>,
  due: Awaited<ReturnType<typeof nextStep>>,
) => ({ records: [withFields(record, { ...fields, priceCents: PRICE_CENTS })], due });

const DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

const NO_DOMAIN = refuse('invalid_field_value', {
  param: 'emailDomain',
  message: 'The part after @ is a domain, such as example.com.',
});

const NEEDS_NAME = refuse('missing_required_field', {
  param: 'emailName',
  message: 'The part before @ can contain letters, digits, dots, dashes, and underscores, and cannot be empty.',
});

const ELSEWHERE = refuse('invalid_field_value', { param: 'region', message: 'This number is in another region.' });

const SOLD_OUT = refuse('invalid_resource_state', { message: 'No numbers are available in this region.' });

/** Those that were canceled are listed where somebody asks for them. */
const listImessageSenderOrders: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  const { senders = [] } = (reply.body ?? {}) as { readonly senders?: readonly Fields[] };
  if (reply.status !== 200 || call.query['includeCanceled'] === true) return reply;
  return { ...reply, body: { ...Object(reply.body), senders: senders.filter(({ status }) => status !== 'canceled') } };
};

/** A link to the sender, and whether its messages get through: they do once it is active. */
const getImessageSender = inScene(async (scene) => {
  const record = await findRecord<typeof SENDER>(scene, scene.desk.store.read);
  if (record === undefined) return lost(scene);
  const reply = answerOf(scene, { record: { record, counts: {} } });
  const isActive = record.doc.status === 'active';
  const more = { health: isActive ? { imessage: 'active' } : null, imessageLink: isActive ? linkTo(record) : null };
  return { ...reply, body: { ...Object(reply.body), ...more } };
});

export const linkTo = ({ doc }: SenderRecord): string => `imessage:${doc.handle ?? ''}`;

const IS_OVER: readonly string[] = ['canceled', 'failed'];

/** Its account is disconnected, and its number or address is free again. */
const cancelImessageSender = inScene((scene): Promise<Reply> => {
  const { desk, call } = scene;
  return commitSteps(desk, [`${SENDER}/${call.path['senderId'] ?? ''}`], async function* (view): Steps<Reply> {
    const record = await findRecord<typeof SENDER>(scene, view);
    if (record === undefined) return lost(scene);
    if (IS_OVER.includes(record.doc.status)) return NOT_GOING_ON;
    const after = withFields(record, { status: 'canceled', optInLink: null });
    yield { records: [after], cancelled: [{ kind: STEP, ref: record.id }] };
    const { accountId } = record.doc;
    if (typeof accountId === 'string')
      yield* disconnectIn(view, desk, { accountId, reason: 'The sender was released.', type: 'intentional' });
    return answerOf(scene, { record: { record: after, counts: {} } });
  });
});

const NOT_GOING_ON = refuse('invalid_resource_state', { message: 'This order has already ended.' });

const NOT_ACTIVE = refuse('invalid_resource_state', { message: 'Only an active sender has links.' });

/** What the link writes for whoever opens it: the body with its parameters, and the code at the end. */
const makeLink: Follow<typeof LINK> = async ([{ after } = {}], scene, view) => {
  const sender = await view.get(SENDER, scene.call.path['senderId'] ?? '');
  if (after === undefined || sender === undefined) return {};
  if (sender.doc.status !== 'active') return { refusal: NOT_ACTIVE };
  const words = textIn(scene);
  const text = encodeURIComponent(words);
  const { handle = '' } = sender.doc;
  const isNumber = sender.doc.kind !== 'email';
  const imessage = `${linkTo(sender)}&body=${text}`;
  const own = {
    text: words,
    imessage,
    [CHANNEL.texts]: isNumber ? `sms:${handle ?? ''}?&body=${text}` : null,
    [CHANNEL.whatsapp]: null,
    url: imessage,
  };
  const records = [withFields(after, own as Partial<typeof after.doc>)];
  return { records: [...records, withFields(sender, { optInLink: imessage })] };
};

function textIn({ call: { body } }: Scene): string {
  const { parameters, optInCode } = body;
  const values = (parameters ?? {}) as Readonly<Record<string, string>>;
  const text = String(body['body']).replace(
    /\{\{?\s*([\w.-]+)\s*\}?\}/g,
    (whole, name: string) => values[name] ?? whole,
  );
  return typeof optInCode === 'string' ? `${text} ${optInCode}` : text;
}

/** What people see as the name of the sender is that of its account, too. */
const rename: Follow<typeof SENDER> = async ([{ after } = {}], _scene, view) => {
  const { accountId, displayName } = after?.doc ?? {};
  const account = typeof accountId === 'string' ? await view.get(ACCOUNT_KIND, accountId) : undefined;
  return account === undefined || typeof displayName !== 'string'
    ? {}
    : { records: [withFields(account, { displayName })] };
};

export const orders: Readonly<Record<string, Handler>> = {
  orderImessageSender: engineWith(order),
  listImessageSenderOrders,
  getImessageSender,
  cancelImessageSender,
  updateImessageSender: engineWith(rename),
  createImessageOptInLink: engineWith(makeLink),
};
