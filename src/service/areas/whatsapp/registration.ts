/** A number that whatsapp has put off: it proves whose it is with a code that is sent to it, and registers again with its PIN. */
import { MINUTE_MS } from '../../../kernel/time.ts';
import { ok, type Reply } from '../../call.ts';
import { commit, type Changes, type View } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { digitsOf } from '../../networks/chance.ts';
import { blank } from '../../networks/simulated/item.ts';
import { ACCOUNT_KIND, accountLock, type AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { encryptionKeyOf } from '../whatsapp-flows/record.ts';

const NUMBER = 'whatsapp_number';

type NumberRecord = RecordOf<typeof NUMBER>;

const CODE_DIGITS = 6;

const CODE_LIFE_MS = 10 * MINUTE_MS;

/** The number of the account that the path names. */
interface Registering {
  readonly account: AccountRecord;
  readonly number: NumberRecord;
  readonly isActive: boolean;
  /** Ids for the answer: the account, and its number where that is one of the team. */
  readonly ids: Readonly<Record<string, string>>;
}

type Decide = (registering: Registering, view: View) => Promise<Changes & { readonly result: Reply }>;

const decideAbout = (scene: Scene, decide: Decide): Promise<Reply> =>
  commit(scene.desk, [accountLock(scene.owners.ownerId)], async (view): Promise<Changes & { result: Reply }> => {
    const account = await view.get(ACCOUNT_KIND, scene.owners.parentId ?? scene.owners.ownerId);
    if (account === undefined) return { result: notFound(ACCOUNT_KIND) };
    const status = account.doc.metadata['numberStatus'] ?? 'CONNECTED';
    const ids = await idsOf(view, account);
    return decide({ account, number: await numberOf(view, account), isActive: status === 'CONNECTED', ids }, view);
  });

async function numberOf(view: Reader, { id, teamId, profileId, createdAt }: AccountRecord): Promise<NumberRecord> {
  const key = keyOfSingle(id);
  const known = await view.get(NUMBER, key);
  return known ?? { kind: NUMBER, id: key, teamId, profileId, parentId: id, createdAt, doc: {} };
}

async function idsOf(view: Reader, { id, teamId, doc }: AccountRecord): Promise<Readonly<Record<string, string>>> {
  const numbers = await view.list(NUMBER_KIND, { teamId });
  const own = numbers.find((one) => one.doc.phoneNumber === doc.username);
  return { accountId: id, ...(own !== undefined && { phoneNumberId: own.id }) };
}

/** A number that is connected needs no code. */
const requestWhatsAppVerificationCode = inScene((scene) => {
  const { call, desk, now } = scene;
  const { method = 'SMS' } = call.body;
  return decideAbout(scene, async ({ account, number, isActive, ids }) => {
    if (isActive) return { result: ok({ requested: false, alreadyActive: true, method, ...ids }) };
    const seed = desk.ids.record();
    const code = digitsOf(`code ${seed}`, CODE_DIGITS);
    const doc = { to: account.doc.username, text: `Your WhatsApp code is ${code}.`, code, method };
    return {
      records: [withFields(number, { code, codeUntil: now + CODE_LIFE_MS })],
      feed: [{ ...blank(account.id, 'code', now), nativeId: seed, doc }],
      result: ok({ requested: true, alreadyActive: false, method, ...ids }),
    };
  });
});

const WRONG_CODE = refuse('invalid_field_value', {
  param: 'code',
  message: 'The code is wrong or has expired.',
});

const verifyWhatsAppNumber = inScene((scene) => {
  const { call, now } = scene;
  return decideAbout(scene, async ({ number, isActive, ids }) => {
    const { code, codeUntil = 0 } = number.doc;
    if (!isActive && (code !== call.body['code'] || codeUntil < now)) return { result: WRONG_CODE };
    const records = isActive ? [] : [withFields(number, { isVerified: true, codeUntil: 0 })];
    return { records, result: ok({ verified: true, ...ids }) };
  });
});

const NOT_VERIFIED = refuse('invalid_resource_state', {
  message: 'The number is not verified. Request a code and verify it first.',
});

/** Six digits, which a number keeps. */
function pinProblem({ doc }: NumberRecord, pin: unknown): Reply | undefined {
  if (pin === undefined) return undefined;
  if (!/^\d{6}$/.test(String(pin)))
    return refuse('invalid_field_value', { param: 'pin', message: '`pin` must have six digits.' });
  return doc.pin === undefined || doc.pin === pin
    ? undefined
    : refuse('invalid_field_value', { param: 'pin', message: 'The PIN is wrong.' });
}

const registerWhatsAppNumber = inScene((scene) => {
  const { pin } = scene.call.body;
  return decideAbout(scene, async ({ account, number, isActive, ids }, view) => {
    const missing = number.doc.pin !== undefined && pin === undefined ? '' : pin;
    const problem = pinProblem(number, missing);
    if (problem !== undefined) return { result: problem };
    if (!isActive && number.doc.isVerified !== true) return { result: NOT_VERIFIED };
    const metadata = { ...account.doc.metadata, numberStatus: 'CONNECTED' };
    const after = withFields(number, { isVerified: false, ...(typeof pin === 'string' && { pin }) });
    const records = [
      after,
      ...(isActive ? [] : [withFields(account, { metadata }), ...(await keyToRenew(view, account))]),
    ];
    return { records, result: ok({ registered: true, ...ids }) };
  });
});

/** The key for flows was signed for the earlier registration. */
async function keyToRenew(view: View, { id }: AccountRecord) {
  const key = await encryptionKeyOf(view, id);
  return key?.doc.registered === true ? [withFields(key, { signatureStatus: 'MISMATCH' as const })] : [];
}

export const handlers: Readonly<Record<string, Handler>> = {
  registerWhatsAppNumber,
  requestWhatsAppVerificationCode,
  verifyWhatsAppNumber,
};
