/** Times in words: `friday 18:00` and `+2h` after every flag of a body that takes a time. Used by operation.ts. */
import type { CallInput } from '../client/request.ts';
import { isFields, textOf } from '../kernel/json.ts';
import type { Context } from './command.ts';
import type { Flag } from './flag.ts';

/** ISO 8601, which is judged and sent as it was typed. */
const ISO = /^\d{4}-\d\d-\d\dT/i;

/**
 * The input with an instant in place of each time in words, read by the clock of the service in the zone of the body,
 * else of the context. Without validation words are sent as they were typed.
 * @param flags those that were typed and take a time
 * @throws Failure `usage` for words that are not a time in the future
 */
export async function withTimes(flags: readonly Flag[], input: CallInput, context: Context): Promise<CallInput> {
  const { body } = input;
  if (!isFields(body) || !context.flags.validate) return input;
  const worded = flags.flatMap(({ field, long }) => {
    const text = textOf(body[field]);
    return text === undefined || ISO.test(text) ? [] : [{ field, long, text }];
  });
  if (worded.length === 0) return input;
  const { scheduleFor } = await import('../client/schedule.ts');
  const zone = textOf(body['timezone']) ?? (await context.zone());
  const reading = { zone, dateOrder: await context.dateOrder(), nowMs: await context.serviceNow() };
  const times: Record<string, string> = {};
  for (const { field, long, text } of worded) {
    const { instant, local, twice } = await scheduleFor({ ...reading, text, flag: long });
    if (twice) context.say('This time occurs twice that day; the earlier one is used.');
    context.say(`${long} is ${local}, which is ${instant}.`);
    times[field] = instant;
  }
  return { ...input, body: { ...body, ...times } };
}
