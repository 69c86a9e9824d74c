/** The team's plan: what `PATCH /_local/team` sets and what the gates read. Source: control surface. */

import type { PlanPreset } from '../../kernel/steering.ts';

/** Accounts a team may connect without a payment method; those beyond them cost. */
export const FREE_ACCOUNTS = 2;

export interface Plan {
  readonly preset: PlanPreset;
  /** Largest number of profiles; null for no cap. */
  readonly profileCap: number | null;
  readonly paymentMethod: boolean;
  readonly paymentFailed: boolean;
  readonly adsAddon: boolean;
  readonly inbox: boolean;
  readonly analyticsAddon: boolean;
  /** Posts a day per account on lifetime-deal plans: 5, 8, 20, or null when not on one. */
  readonly legacyDailyCap: 5 | 8 | 20 | null;
  /** Null: by the table of connected accounts. */
  readonly rateLimitPerMinute: number | null;
  readonly features: Readonly<Record<string, boolean>>;
  /** The closed beta is open to the team; by nobody's default. Source: ACC-36 */
  readonly snapchatApproved: boolean;
  readonly disabledPlatforms: readonly string[];
  readonly role: string;
}

const FULL: Omit<Plan, 'preset'> = {
  profileCap: null,
  paymentMethod: true,
  paymentFailed: false,
  adsAddon: true,
  inbox: true,
  analyticsAddon: true,
  legacyDailyCap: null,
  rateLimitPerMinute: null,
  features: {},
  snapchatApproved: false,
  disabledPlatforms: [],
  role: 'owner',
};

const DIFFERENCES: Record<PlanPreset, Partial<Plan>> = {
  full: {},
  free: { profileCap: 2, paymentMethod: false, adsAddon: false, analyticsAddon: false },
  legacy: { analyticsAddon: false, legacyDailyCap: 20 },
  unpaid: { paymentFailed: true },
  no_ads: { adsAddon: false },
  no_inbox: { inbox: false },
  no_analytics: { analyticsAddon: false },
};

export const planOf = (preset: PlanPreset): Plan => ({ ...FULL, ...DIFFERENCES[preset], preset });

export interface PlanDesk {
  /** The team's plan, whole. */
  of(teamId: string): Promise<Plan>;
  set(teamId: string, plan: Plan): Promise<void>;
}
