/** `svc queue preview`: on a terminal the free times in words, or on a calendar. */
import { isFields, textOf } from '../../kernel/json.ts';
import { override, type Context } from '../../cli/command.ts';

export default override('queue preview', {
  description: 'On a terminal, times are in the time zone of the context; in a pipe they are those of the API.',
  examples: [
    'svc queue preview --profile-id 64f0a1b2c3d4e5f601234567 --count 10',
    'svc queue preview --profile-id 64f0a1b2c3d4e5f601234567 --calendar',
  ],
  flags: {
    calendar: { type: 'boolean', common: true, summary: 'Draw the slots on a calendar on a terminal' },
  },

  async run(context, input, send, { flags: { calendar } }) {
    const outcome = await send(input);
    const answer = isFields(outcome.result) ? outcome.result : {};
    const slots = Array.isArray(answer['slots']) ? answer['slots'].flatMap((slot) => textOf(slot) ?? []) : [];
    if (slots.length === 0 || outcome.failure !== undefined || context.flags.fields !== undefined) return outcome;
    const preview = { name: textOf(answer['queueName']) ?? '', slots };
    const draw = (color: boolean): Promise<string> =>
      calendar === true ? monthsText(preview, color, context) : listText(preview, context);
    return { ...outcome, draw };
  },
});

interface Preview {
  readonly name: string;
  /** Instants, ISO 8601, the next first. */
  readonly slots: readonly string[];
}

async function listText({ name, slots }: Preview, context: Context): Promise<string> {
  const [{ dayText, whenText }, { neutralLine }] = await Promise.all([
    import('../../output/when.ts'),
    import('../../output/neutral.ts'),
  ]);
  const [zone, now] = await Promise.all([context.zone(), context.serviceNow()]);
  const lines = slots.map((slot) => {
    const day = dayText(Date.parse(slot), zone);
    const near = whenText(slot, { zone, now });
    return near === day ? `  ${day}` : `  ${day}  ${near}`;
  });
  return [`${neutralLine(name)}: the next free slots (${zone})`, ...lines].join('\n');
}

/** A calendar for each month that has one of the times. */
async function monthsText({ slots }: Preview, color: boolean, context: Context): Promise<string> {
  const [{ spanAround, freeEntries, monthsOf }, { calendarText }, { isUnicode }] = await Promise.all([
    import('../../client/calendar.ts'),
    import('../../cli/calendar.ts'),
    import('../../cli/locale.ts'),
  ]);
  const [zone, nowMs] = await Promise.all([context.zone(), context.serviceNow()]);
  const { env, io } = context.world;
  const sheet = { width: io.out.columns ?? 80, color, isUnicode: isUnicode(env) };
  const months: string[] = [];
  for (const day of monthsOf(slots, zone)) {
    const span = spanAround({ day, unit: 'month', zone, nowMs });
    months.push(await calendarText(freeEntries(slots, span), span, sheet));
  }
  return months.join('\n\n');
}
