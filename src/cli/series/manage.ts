/** Series as one thing: the list of those with posts still to go, and their end. */
import type { Member } from './read.ts';
import { readMembers } from './read.ts';
import { counted } from '../../kernel/counted.ts';
import { Failure, failure, type FailureFields } from '../../kernel/failure.ts';
import type { ExitName } from '../../kernel/exits.ts';
import type { Context, Outcome } from '../command.ts';

export async function listSeries(context: Context): Promise<Outcome> {
  const groups = new Map<string, Member[]>();
  for (const member of await readMembers(context)) {
    const group = groups.get(member.membership.id);
    if (group === undefined) groups.set(member.membership.id, [member]);
    else group.push(member);
  }
  return {
    result: { series: [...groups.values()].map(rowOf) },
    list: 'series',
    columns: ['id', 'repeat', 'left', 'next', 'last', 'content'],
  };
}

function rowOf(members: readonly Member[]) {
  const times = members
    .flatMap(({ post }) => (typeof post['scheduledFor'] === 'string' ? [post['scheduledFor']] : []))
    .sort();
  const { id, repeat, timezone, of } = (members[0] as Member).membership;
  return {
    id,
    repeat,
    timezone,
    left: members.length,
    of,
    next: times[0] ?? null,
    last: times.at(-1) ?? null,
    content: members[0]?.post['content'] ?? '',
    posts: members.map(({ post }) => post['_id']),
  };
}

/** What became of one post. */
interface Cancelled {
  readonly postId: string;
  readonly scheduledFor?: unknown;
  readonly result: 'cancelled' | 'already' | 'failed';
  readonly error?: FailureFields;
}

/** Deletes what has yet to go out; what is out stays. Stopped and repeated, it goes on. */
export async function cancelSeries(id: string, context: Context): Promise<Outcome> {
  const members = await readMembers(context, id);
  if (members.length === 0)
    throw new Failure(
      {
        code: 'not_found',
        message: `No series ${JSON.stringify(id)} has posts that are still to go out.`,
        hint: '`svc posts series list` shows those that have.',
      },
      'not_found',
    );
  const what = counted(members.length, 'post');
  await context.confirm(`Cancel the series "${members[0]?.membership.repeat ?? ''}" with ${what} still to go out?`, [
    id,
  ]);
  const results: Cancelled[] = [];
  for (const { post } of members) results.push(await cancelOne(post, context));
  const failed = results.filter(({ result }) => result === 'failed').length;
  context.say(`${results.length - failed} of ${what} cancelled.`);
  return {
    result: { seriesId: id, posts: results },
    list: 'posts',
    columns: ['postId', 'scheduledFor', 'result', 'error.message'],
    ...(failed > 0 && {
      failure: failure('partial', {
        message: `${failed} of ${what} could not be cancelled.`,
        hint: 'Run the same command again to continue.',
      }),
    }),
  };
}

/** Exits that say something of one post; any other would meet the next one as well. */
const ITS_OWN: readonly ExitName[] = ['rejected', 'platform'];

async function cancelOne(post: Member['post'], context: Context): Promise<Cancelled> {
  const named = { postId: String(post['_id']), scheduledFor: post['scheduledFor'] };
  try {
    await context.call(context.catalog.card('deletePost'), { path: { postId: named.postId }, query: {}, headers: {} });
    return { ...named, result: 'cancelled' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.exit === 'not_found') return { ...named, result: 'already' };
    if (!ITS_OWN.includes(error.exit)) throw error;
    return { ...named, result: 'failed', error: error.fields };
  }
}
