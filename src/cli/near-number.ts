/** The number that was probably meant, in E.164 form. The dialling plans are loaded only where a number was refused. */
import type { CallInput } from '../client/request.ts';
import type { Card } from '../kernel/card.ts';
import { Failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import { fitsPhone, phonesIn } from './phones.ts';

/** The failure with a hint that names the number in its right form, where the dialling plans know one. */
export async function withNearNumber(
  failure: Failure,
  card: Card,
  input: CallInput,
  { env }: Pick<World, 'env'>,
): Promise<Failure> {
  const wrong = phonesIn(card, input).filter(({ form, text }) => !fitsPhone(form, text));
  if (wrong.length === 0) return failure;
  const near = await Promise.all(wrong.map(({ text }) => nearNumber(text, regionOf(env))));
  const words = [...new Set(near.flatMap((one) => one ?? []))];
  if (words.length === 0) return failure;
  const hint = [`Did you mean ${words.join(', ')}?`, failure.fields.hint].filter(Boolean).join(' ');
  return new Failure({ ...failure.fields, hint }, failure.exit);
}

/** Countries are tried in this order where the number does not say its own. */
const USUAL_REGION = 'US';

/** `de_DE.UTF-8` is Germany. */
function regionOf(env: World['env']): string | undefined {
  const locale = env['LC_ALL'] ?? env['LANG'] ?? '';
  return /^[a-z]{2,3}_([A-Z]{2})\b/.exec(locale)?.[1];
}

async function nearNumber(text: string, region: string | undefined): Promise<string | undefined> {
  if (!/\d{5}/.test(text.replace(/\D/g, ''))) return undefined;
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const whole = text.trim().replace(/^00(?=[1-9])/, '+');
  type Country = Extract<Parameters<typeof parsePhoneNumberFromString>[1], string>;
  for (const country of [region, USUAL_REGION]) {
    const parsed = parsePhoneNumberFromString(whole, country as Country | undefined);
    if (parsed?.isValid() === true) return parsed.number;
  }
  // Digits with their country code and without the plus.
  const parsed = parsePhoneNumberFromString(`+${whole.replace(/\D/g, '')}`);
  return parsed?.isValid() === true ? parsed.number : undefined;
}
