/** What a reviewer would object to in a registration, found without one: fields that are missing, and what carriers turn down most. Nothing is kept. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { requiredOf } from './brand.ts';

interface Advisory {
  readonly field: string;
  readonly code: string;
  readonly concern: string;
  readonly severity: 'block' | 'warn';
}

/** Source: readings, "Texts" */
const preflightSmsRegistration: Handler = async ({ body }, desk) => {
  const { brand, campaign } = body as { brand: Fields; campaign: Fields };
  const advisories = [
    ...missing('brand', brand, desk),
    ...missing('campaign', campaign, desk),
    ...siteAdvice(brand),
    ...consentAdvice(campaign),
    ...sampleAdvice(campaign, textOf(body['messagingBrandName']) ?? textOf(brand['displayName'])),
  ];
  return ok({ composed: { brand, campaign }, advisories, verdict: verdictOn(advisories), aiUnavailable: true });
};

function verdictOn(advisories: readonly Advisory[]): 'pass' | 'warn' | 'fail' {
  if (advisories.some(({ severity }) => severity === 'block')) return 'fail';
  return advisories.length > 0 ? 'warn' : 'pass';
}

const isSaid = (value: unknown): boolean => (textOf(value) ?? '').trim() !== '';

const missing = (part: 'brand' | 'campaign', given: Fields, desk: Desk): Advisory[] =>
  requiredOf(part, desk)
    .filter((name) => !isSaid(given[name]))
    .map((name) => ({ field: `${part}.${name}`, code: 'missing', concern: 'This is required.', severity: 'block' }));

function siteAdvice({ website }: Fields): Advisory[] {
  if (!isSaid(website) || String(website).startsWith('https://')) return [];
  const concern = 'The website must be an https:// URL, because reviewers open it.';
  return [{ field: 'brand.website', code: 'website_not_https', concern, severity: 'block' }];
}

/** Fewer characters hardly say where people agree, and to what. */
const SHORTEST_FLOW = 40;

function consentAdvice({ messageFlow }: Fields): Advisory[] {
  if (!isSaid(messageFlow) || String(messageFlow).trim().length >= SHORTEST_FLOW) return [];
  const concern = 'Describe where people opt in, and quote the consent language.';
  return [{ field: 'campaign.messageFlow', code: 'consent_unclear', concern, severity: 'warn' }];
}

function sampleAdvice(campaign: Fields, name: string | undefined): Advisory[] {
  const samples = ['sample1', 'sample2'].filter((sample) => isSaid(campaign[sample]));
  const says = (sample: string, words: string): boolean =>
    String(campaign[sample]).toLowerCase().includes(words.toLowerCase());
  const unnamed = samples.filter((sample) => name !== undefined && !says(sample, name));
  const concern = `A sample message must name the sender: ${name ?? ''}.`;
  return [
    ...unnamed.map((sample) => ({ field: `campaign.${sample}`, code: 'sample_without_brand', concern, ...WARN })),
    ...(samples.length > 0 && !samples.some((sample) => says(sample, 'stop')) ? [NO_WAY_OUT] : []),
  ];
}

const WARN = { severity: 'warn' } as const;

const NO_WAY_OUT: Advisory = {
  field: 'campaign.sample1',
  code: 'sample_without_opt_out',
  concern: 'At least one sample message must explain how to opt out, such as "Reply STOP to opt out".',
  ...WARN,
};

export const handlers: Record<string, Handler> = { preflightSmsRegistration };
