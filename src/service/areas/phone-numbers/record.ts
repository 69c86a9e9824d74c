/** A phone number of a team, a port-in, and the countries of the simulated carriers, as records and rows. Used throughout the area; offers.ts has what other areas use. */
import type { Catalog } from '../../../catalog/catalog.ts';
import type { RecordOf } from '../../store/store.ts';

export type NumberRecord = RecordOf<'phone_number'>;

/** Settings of a number that joins the team without an order. */
export const CHANNELS_OFF = {
  callingEnabled: false,
  smsEnabled: false,
  recordingEnabled: false,
  transcriptionEnabled: false,
  voicemailEnabled: false,
  businessHoursEnabled: false,
  ivrEnabled: false,
} as const;

export const TRUNK_KIND = 'sip_trunk';

export type TrunkRecord = RecordOf<typeof TRUNK_KIND>;

export const PORT_IN_KIND = 'port_in';

export type PortInRecord = RecordOf<typeof PORT_IN_KIND>;

export const NUMBER_TYPES = ['local', 'mobile', 'national', 'toll_free'] as const;

export type NumberType = (typeof NUMBER_TYPES)[number];

/** Numbers in a row that carriers sell in one area. */
export interface NumberArea {
  readonly areaCode: string;
  /** Null for numbers that are no place's. */
  readonly locality: string | null;
  /** In E.164 form. */
  readonly first: string;
  /** Numbers for sale, from the first on. */
  readonly count: number;
  /** Most numbers that can be for sale. */
  readonly room: number;
}

export interface CountryType {
  readonly numberType: NumberType;
  readonly features: readonly string[];
  /** Ids of what the regulator asks for; none where nothing is asked. */
  readonly requirements: readonly string[];
  /** True where the address must lie in the area of the number. */
  readonly isLocal?: boolean;
  readonly areas: readonly NumberArea[];
}

export interface NumberCountry {
  readonly code: string;
  readonly name: string;
  /** Pattern of the postal codes. */
  readonly postalCode: string;
  readonly outboundCallingAvailable: boolean;
  readonly types: readonly CountryType[];
  readonly portRequirements: readonly string[];
}

export interface Requirement {
  readonly requirementId: string;
  readonly label: string;
  readonly kind: 'text' | 'date' | 'address' | 'file' | 'action';
  readonly description: string;
  readonly example: string | null;
}

type WithFixtures = Pick<Catalog, 'fixtures'>;

/** Rows of the fixture, which the press has compiled from src/contract/fixtures/numbers.yaml. */
const rowsOf = <T>(catalog: WithFixtures, kind: string): readonly T[] =>
  (catalog.fixtures()[kind] ?? []) as unknown as readonly T[];

export const countriesIn = (catalog: WithFixtures): readonly NumberCountry[] => rowsOf(catalog, 'phone_number_country');

export const countryIn = (catalog: WithFixtures, code: string): NumberCountry | undefined =>
  countriesIn(catalog).find((country) => country.code === code);

/** What the ids ask for, in their order. */
export function requirementsIn(catalog: WithFixtures, ids: readonly string[]): readonly Requirement[] {
  const all = rowsOf<Requirement>(catalog, 'phone_number_requirement');
  return ids.flatMap((id) => all.find(({ requirementId }) => requirementId === id) ?? []);
}
