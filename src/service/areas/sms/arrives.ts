/** Texts to numbers of the team, and what reviewers decide about registrations of senders. Listed in the index that the press makes. */
import { type Fields, textOf, textsIn } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import type { Reply } from '../../call.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import type { RegistrationState } from '../../states/sms-registration.ts';
import { withFields } from '../../store/record.ts';
import { participantOf, receivedFrom } from '../inbox/offers.ts';
import { numberAccount, phoneOf } from '../phone-numbers/offers.ts';
import { activatedBy, SANDBOX_NUMBER } from '../whatsapp/offers.ts';
import { actionEvent, statusEvent } from './events.ts';
import { newOptOut, OPT_OUT_KIND, optOutId, REGISTRATION_KIND } from './record.ts';

const OPT_OUT = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
const OPT_IN = ['START', 'UNSTOP', 'YES'];

/** Source: EVT-53 */
async function text(scene: Scene): Promise<Caused | Reply> {
  const { read, teamId, given, now } = scene;
  const to = String(given['to']);
  if (to === SANDBOX_NUMBER) return { records: await activatedBy(read, { teamId, phone: String(given['from']), now }) };
  const accounts = (await read.list(ACCOUNT_KIND, { teamId })).filter(
    ({ doc }) => traitsOf(doc.platform).line === 'texts',
  );
  const numbers = (await read.list(NUMBER_KIND, { teamId })).filter((number) => phoneOf(number) === to);
  const account = accounts.find(({ doc }) => doc.username === to) ?? numbers.map((one) => numberAccount(one, 'sms'))[0];
  if (account === undefined) return notFound(NUMBER_KIND, { param: 'to' });
  const from = String(given['from']);
  const words = textOf(given['text']) ?? '';
  const caused = await receivedFrom(scene, account, {
    text: words,
    attachments: textsIn(given['mediaUrls']).map((url) => ({ type: 'image', url })),
    direction: 'incoming',
    sender: participantOf({ id: from, phoneNumber: from }, 'sms'),
  });
  return { ...caused, ...consentAfter(scene, { from, to, keyword: words.trim().toUpperCase() }, caused) };
}

/** Opt-out words stop what is sent to that number, opt-in words allow it again. */
function consentAfter(
  { teamId, now }: Scene,
  said: { from: string; to: string; keyword: string },
  { records = [] }: Caused,
): Caused {
  if (OPT_IN.includes(said.keyword)) return { removed: [{ kind: OPT_OUT_KIND, id: optOutId(said) }] };
  return OPT_OUT.includes(said.keyword) ? { records: [...records, newOptOut({ ...said, teamId, now })] } : {};
}

/** Source: EVT-13, EVT-116, EVT-117 */
async function registrationStatus({ given, read }: Scene): Promise<Caused | Reply> {
  const known = await read.get(REGISTRATION_KIND, String(given['registrationId']));
  if (known === undefined)
    return refuse('not_found', { param: 'registrationId', message: 'The team has no such registration.' });
  const action = given['action'] as Fields | undefined;
  if (action !== undefined)
    return { events: [actionEvent(known, { reason: action['reason'], message: action['message'] })] };
  const after = withFields(known, { status: given['status'] as RegistrationState });
  return { records: [after], events: [statusEvent(after)] };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  sms: {
    fields: { to: WORD, from: WORD, text: TEXT, mediaUrls: { type: 'array', items: WORD } },
    required: ['to', 'from', 'text'],
    cause: text,
  },
  registration_status: {
    fields: {
      registrationId: WORD,
      status: WORD,
      action: {
        type: 'object',
        required: ['reason', 'message'],
        additionalProperties: false,
        properties: { reason: WORD, message: WORD },
      },
    },
    required: ['registrationId'],
    cause: registrationStatus,
  },
};
