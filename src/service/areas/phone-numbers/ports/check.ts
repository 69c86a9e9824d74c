/** Whether numbers can be ported, one by one and with the reason where they cannot: by dialling plan, carrier, and what the team has. */
import { textsIn } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import type { Reader } from '../../../store/store.ts';
import { phoneOf } from '../offers.ts';
import { countryIn, PORT_IN_KIND, type PortInRecord } from '../record.ts';
import { carrierOf, type Carrier } from './carrier.ts';
import { judge, type Dialled } from './dialling.ts';

export interface Checked {
  readonly phoneNumber: string;
  readonly dialled: Dialled | undefined;
  readonly carrier: Carrier | undefined;
  /** Null for a number that can be ported. */
  readonly notPortableReason: string | null;
}

interface Team {
  readonly teamId: string;
  readonly read: Reader;
}

export async function checkNumbers(
  numbers: readonly string[],
  desk: Pick<Desk, 'catalog'>,
  { teamId, read }: Team,
): Promise<readonly Checked[]> {
  const held = await read.list(NUMBER_KIND, { teamId });
  const own = held.filter(({ doc }) => doc.status !== 'released').map(phoneOf);
  const ports = (await read.list(PORT_IN_KIND, { teamId })).filter(isOnItsWay);
  const moving = ports.flatMap(({ doc }) => doc.phoneNumbers ?? []);
  return Promise.all(
    numbers.map(async (phoneNumber) => {
      const judged = await judge(phoneNumber);
      const dialled = judged.isNumber ? judged.dialled : undefined;
      const carrier = judged.isNumber ? carrierOf(desk, phoneNumber) : undefined;
      const notPortableReason = judged.isNumber
        ? reasonAgainst(phoneNumber, { dialled, carrier, own, moving, desk })
        : `${phoneNumber} is not a phone number in E.164 format.`;
      return { phoneNumber, dialled, carrier, notPortableReason };
    }),
  );
}

const isOnItsWay = ({ doc }: PortInRecord): boolean => doc.status !== 'ported' && doc.status !== 'cancelled';

interface Around extends Pick<Checked, 'dialled' | 'carrier'> {
  readonly own: readonly string[];
  readonly moving: readonly string[];
  readonly desk: Pick<Desk, 'catalog'>;
}

function reasonAgainst(phoneNumber: string, { dialled, carrier, own, moving, desk }: Around): string | null {
  if (dialled === undefined) return `${phoneNumber} is of a type that cannot be ported.`;
  if (own.includes(phoneNumber)) return `The team already has ${phoneNumber}.`;
  if (moving.includes(phoneNumber)) return `${phoneNumber} is already being ported.`;
  if (countryIn(desk.catalog, dialled.country) === undefined) return `Numbers in ${dialled.country} cannot be ported.`;
  return carrier?.releases === false ? carrier.reason : null;
}

/** Source: NUM-01, NUM-02, NUM-03 */
const checkPhoneNumberPortability: Handler = async ({ caller: { teamId }, body }, desk) => {
  const { read } = desk.store;
  const checked = await checkNumbers(textsIn(body['phoneNumbers']), desk, { teamId, read });
  return ok({ results: checked.map(resultOf) });
};

const resultOf = ({ phoneNumber, dialled, carrier, notPortableReason }: Checked) => ({
  phoneNumber,
  portable: notPortableReason === null,
  fastPortable: notPortableReason === null && carrier?.isFast === true,
  lineType: dialled?.lineType ?? null,
  countryCode: dialled?.country ?? null,
  phoneNumberType: dialled?.numberType ?? null,
  notPortableReason,
});

export const handlers: Readonly<Record<string, Handler>> = { checkPhoneNumberPortability };
