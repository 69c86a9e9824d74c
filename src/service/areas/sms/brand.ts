/** The fields that say who sends, as a registration has them. Used by preflight.ts, and by the page that asks a customer for them. */
import type { DocOf } from '../../store/store.ts';
import type { REGISTRATION_KIND } from './record.ts';

export type Brand = NonNullable<DocOf<typeof REGISTRATION_KIND>['brand']>;

/** A registration cannot be without these. */
export const REQUIRED_OF_BRAND = [
  ...(['entityType', 'displayName', 'street', 'city', 'state', 'postalCode'] as const),
  ...(['country', 'website', 'vertical'] as const),
] satisfies readonly (keyof Brand)[];

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
