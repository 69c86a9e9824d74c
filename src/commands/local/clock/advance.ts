/** `svc local clock advance`: moves a frozen clock and waits for all the work that became due. */
import { Failure, failure } from '../../../kernel/failure.ts';
import { command, type Context } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local clock advance',
  summary: 'Move a frozen clock and run everything that becomes due.',
  description: 'Returns when all that work, and the work it caused within the period, is done.',
  args: { span: { summary: 'Duration: 90, 30m, 24h, 1h30m' } },
  flags: {
    dataDir,
    to: { type: 'string', placeholder: 'time', summary: 'To this time: ISO 8601, or text such as "tomorrow 9:00"' },
    untilNextDue: { type: 'boolean', summary: 'To the time when the next work is due' },
  },
  writes: true,
  fields: ['now', 'ran'],
  examples: ['svc local clock advance 24h', 'svc local clock advance --to "tomorrow 9:00"'],
  exits: ['rejected'],

  async run(context, { args, flags }) {
    const ways = [args.span, flags.to, flags.untilNextDue].filter((way) => way !== undefined);
    if (ways.length !== 1)
      throw failure('usage', { message: 'Give one of <span>, --to and --until-next-due.', param: '<span>' });
    const body = await bodyOf(context, { ...flags, span: args.span });
    const line = context.progress('Moving the clock');
    try {
      return { result: await callControl(context, flags, { method: 'POST', path: '/_local/clock/advance', body }) };
    } catch (error) {
      throw isStopped(error) ? new Failure({ ...error.fields, ...STAYS }, error.exit, error) : error;
    } finally {
      line.stop();
    }
  },
});

/** The service sees that nobody waits any more, and goes no further. */
const STAYS = {
  message: 'Interrupted. The clock stays at the time it reached.',
  hint: '`svc local clock show` shows it.',
};

const isStopped = (error: unknown): error is Failure =>
  error instanceof Failure && (error.exit === 'interrupted' || error.exit === 'terminated');

interface Way {
  readonly span: string | undefined;
  readonly to?: string | undefined;
  readonly dataDir?: string | undefined;
}

async function bodyOf(context: Context, { span, to, dataDir: folder }: Way): Promise<Record<string, unknown>> {
  if (span !== undefined) {
    const { durationMs } = await import('../../../cli/duration.ts');
    return { seconds: durationMs(span, '<span>') / 1_000 };
  }
  if (to === undefined) return { untilNextDue: true };
  const { scheduleFor } = await import('../../../client/schedule.ts');
  const { now } = await callControl(context, { dataDir: folder }, { method: 'GET', path: '/_local/clock' });
  const dateOrder = await context.dateOrder();
  const asked = { text: to, flag: '--to', zone: await context.zone(), dateOrder, nowMs: Date.parse(String(now)) };
  return { to: (await scheduleFor(asked)).instant };
}
