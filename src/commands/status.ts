/** `svc status`: where you are, what is due, what failed, who waits for an answer, and the command for each. */
import { contextsIn } from '../auth/context.ts';
import { command, type Context, type Outcome } from '../cli/command.ts';
import type { Standing } from '../cli/status/standing.ts';
import type { StatusWords } from '../cli/status/text.ts';

export default command({
  path: 'status',
  summary: 'Show an overview: account, service, what is scheduled, what failed, what to do next.',
  description: '`svc` alone shows the same on a terminal.',
  fields: [
    'context',
    'baseUrl',
    'user.name',
    'user.email',
    'key',
    'expires',
    'now',
    'timezone',
    'scheduled.total',
    'scheduled.first.content',
    'failed.total',
    'failed.first.content',
    'unread.total',
    'unread.first.participantName',
    'accounts.total',
    'accounts.disconnected.username',
    'next.command',
    'next.why',
  ],
  watches: true,
  examples: ['svc status', 'svc status --context live', "svc status -o json --jq '.failed.total'"],
  exits: ['auth', 'unavailable', 'network'],

  async run(context): Promise<Outcome> {
    const [{ keyStanding }, { beginning, beginningAgain, nextSteps }] = await Promise.all([
      import('../auth/status.ts'),
      import('../cli/status/next.ts'),
    ]);
    const { used } = await keyStanding(context.world, { context: context.flags.context, ask: context.flags.input });
    const { context: name, baseUrl, key, expires } = used;
    const place = { context: name, baseUrl, key, expires: expires ?? null };
    if (key === null) {
      const stopped = stoppedService(name, context);
      const [problem, next] =
        stopped === undefined
          ? ['Not logged in.', beginning(baseUrl !== null)]
          : ['The local service is not running; its data is kept.', beginningAgain(stopped)];
      return present({ ...place, next }, { head: [], problem, next }, context);
    }
    const head = `${name === null ? '' : `context ${name}, `}${baseUrl ?? 'no address'}`;
    try {
      const read = await readAll(context);
      const { standing, user, zone, now } = read;
      const next = nextSteps(standing);
      const { dayText } = await import('../output/when.ts');
      const who = [user.name, user.email].filter(Boolean).join(', ');
      const heads = [
        [who, head].filter((word) => word !== '').join(' · '),
        `${dayText(now, zone)} (${zone}) · key ${key}`,
      ];
      const words = { head: heads, standing, next };
      const result = { ...place, user, now: new Date(now).toISOString(), timezone: zone, ...standing, next };
      return await present(result, words, context);
    } catch (error) {
      // Where it failed is half of the answer.
      context.say(head);
      throw error;
    }
  },
});

/** The context, where it is that of a local service: its key lasts as long as the service runs. */
function stoppedService(name: string | null, { world }: Context): string | undefined {
  if (name === null) return undefined;
  return contextsIn(world.settings.read())[name]?.dataDir === undefined ? undefined : name;
}

interface Read {
  readonly standing: Standing;
  readonly user: { readonly name: string | null; readonly email: string | null };
  readonly zone: string;
  /** Milliseconds on the clock of the service. */
  readonly now: number;
}

async function readAll(context: Context): Promise<Read> {
  const [{ verifyKey }, { readStanding }] = await Promise.all([
    import('../auth/verify.ts'),
    import('../cli/status/standing.ts'),
  ]);
  const { world, catalog, signal } = context;
  const { name, email } = await verifyKey(await context.target(), { world, catalog, signal });
  const [standing, zone, now] = await Promise.all([readStanding(context), context.zone(), context.serviceNow()]);
  return { standing, user: { name: name ?? null, email: email ?? null }, zone, now };
}

async function present(result: object, words: StatusWords, context: Context): Promise<Outcome> {
  const [now, zone] = words.standing === undefined ? [0, 'UTC'] : [await context.serviceNow(), await context.zone()];
  const width = context.world.io.out.columns ?? 80;
  const draw = async (color: boolean): Promise<string> =>
    (await import('../cli/status/text.ts')).statusText(words, { width, color, now, zone });
  return { result, ...(context.flags.fields === undefined && { draw }) };
}
