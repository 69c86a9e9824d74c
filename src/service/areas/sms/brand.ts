/** The fields that say who sends, as a registration has them. Used by preflight.ts, and by the page that asks a customer for them. */
import type { Desk } from '../../desk.ts';
import type { DocOf } from '../../store/store.ts';
import type { REGISTRATION_KIND } from './record.ts';

export type Brand = NonNullable<DocOf<typeof REGISTRATION_KIND>['brand']>;

/** The fields that the contract requires of a part of a registration, in its order. */
export const requiredOf = (part: 'brand' | 'campaign', { catalog }: Pick<Desk, 'catalog'>): readonly string[] =>
  catalog.card('startSmsRegistration').body?.schema.properties?.[part]?.required ?? [];

/** A sole proprietor confirms a code, which a link cannot ask for. */
export const ENTITY_TYPES: Readonly<Record<Exclude<Brand['entityType'], 'SOLE_PROPRIETOR'>, string>> = {
  PRIVATE_PROFIT: 'Private company',
  PUBLIC_PROFIT: 'Publicly traded company',
  NON_PROFIT: 'Non-profit',
  GOVERNMENT: 'Government',
};

export const VERTICALS: Readonly<Record<Brand['vertical'], string>> = {
  AGRICULTURE: 'Agriculture',
  COMMUNICATION: 'Communication',
  CONSTRUCTION: 'Construction',
  EDUCATION: 'Education',
  ENERGY: 'Energy',
  ENTERTAINMENT: 'Entertainment',
  FINANCIAL: 'Finance',
  GAMBLING: 'Gambling',
  GOVERNMENT: 'Government',
  HEALTHCARE: 'Healthcare',
  HOSPITALITY: 'Hospitality',
  HUMAN_RESOURCES: 'Human resources',
  INSURANCE: 'Insurance',
  LEGAL: 'Law',
  MANUFACTURING: 'Manufacturing',
  NGO: 'Non-governmental organization',
  POLITICAL: 'Politics',
  POSTAL: 'Postal services',
  PROFESSIONAL: 'Professional services',
  REAL_ESTATE: 'Real estate',
  RETAIL: 'Retail',
  TECHNOLOGY: 'Technology',
  TRANSPORTATION: 'Transportation',
};
