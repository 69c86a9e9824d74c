/** The composed ad as a tree, with what it costs a day. Pure. */
import { DAY_MS } from '../../../kernel/time.ts';
import { counted } from '../../../kernel/counted.ts';
import { neutralLine } from '../../../output/neutral.ts';
import { amountText } from '../money.ts';
import { currencyOf, type AdDraft } from './draft.ts';

export function treeLines(draft: AdDraft, isUnicode: boolean): readonly string[] {
  const { name, goal, budget, countries, audience, creative } = draft;
  const { headline, text, linkUrl, callToAction, images } = creative;
  const [corner, gap] = isUnicode ? ['└─ ', '   '] : ['`- ', '   '];
  const people = [countries.join(', '), audience?.name].filter(Boolean).join(', ');
  const money = `${amountText(budget.amount, currencyOf(draft))} ${budget.type === 'daily' ? 'a day' : 'in all'}`;
  const shown = [headline, text, ...Object.values(images).map((url) => `[image] ${url}`)];
  return [
    `campaign ${name} · ${words(goal)}`,
    `${corner}ad set ${name} · ${money} · ${runText(draft)} · ${people}`,
    `${gap}${corner}ad ${name}`,
    ...[...shown, `[${words(callToAction)}] ${linkUrl}`].map((line) => `${gap}${gap}${gap}${line}`),
  ].map(neutralLine);
}

/** `lead_generation` and `SHOP_NOW` as people say them. */
export const words = (value: string): string => value.toLowerCase().replaceAll('_', ' ');

export const runText = ({ start, end }: Pick<AdDraft, 'start' | 'end'>): string =>
  `${start === undefined ? 'from now' : `from ${start.local}`}${end === undefined ? '' : ` until ${end.local}`}`;

/** What is spent a day at most, and in all where the run has an end. */
export function costText(draft: AdDraft, nowMs: number): string {
  const { budget, start, end } = draft;
  const amount = (value: number): string => amountText(value, currencyOf(draft));
  const daily = (value: number): string => `${amount(value)} a day`;
  if (end === undefined) return `Costs up to ${daily(budget.amount)}, until you pause it.`;
  const from = start === undefined ? nowMs : Date.parse(start.instant);
  const days = Math.max(1, Math.ceil((Date.parse(end.instant) - from) / DAY_MS));
  const run = counted(days, 'day');
  return budget.type === 'daily'
    ? `Costs up to ${daily(budget.amount)}, ${amount(budget.amount * days)} in ${run}.`
    : `Costs up to ${amount(budget.amount)} in all, about ${daily(budget.amount / days)} for ${run}.`;
}
