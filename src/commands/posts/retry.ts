/** `svc posts retry ID`: runs the failed targets of a post again, or those of every failed post. */
import { failure } from '../../kernel/failure.ts';
import { override } from '../../cli/command.ts';
import { afterWait, waitFlag } from '../../cli/post-wait.ts';

export default override('posts retry', {
  args: { postId: { summary: 'Post id' } },
  hide: ['postId'],
  flags: {
    allFailed: {
      type: 'boolean',
      common: true,
      summary: 'Retry every post that failed on all of its targets or on some, after a confirmation',
    },
    profile: {
      type: 'string',
      placeholder: 'profile-id',
      values: 'profile',
      summary: 'With --all-failed: only posts with a target in this profile',
    },
    wait: waitFlag,
  },
  examples: [
    'svc posts retry 650a522a481ed86c0f654db4',
    'svc posts retry --all-failed',
    'svc posts retry --all-failed --yes -o json',
  ],
  exits: ['pending', 'partial'],

  async prepare(input, { flags }, own) {
    const { allFailed = false, profile, wait } = own.flags;
    const { postId } = input.path;
    if (!allFailed && postId === undefined)
      throw refused('Give the id of the post, or use --all-failed for every failed post.', '<post-id>');
    if (allFailed && postId !== undefined)
      throw refused('--all-failed cannot be combined with a post id.', '--all-failed');
    if (allFailed && wait !== undefined) throw refused('--wait cannot be combined with --all-failed.', '--wait');
    if (!allFailed && profile !== undefined) throw refused('--profile requires --all-failed.', '--profile');
    return allFailed && flags.dryRun ? { ...input, path: { postId: '<each failed post>' } } : input;
  },

  async run(context, input, send, { flags: { allFailed = false, profile, wait } }) {
    if (!allFailed) return afterWait(await send(input), wait, context);
    const { retryAllFailed } = await import('../../cli/failed-posts.ts');
    const profileId = profile ?? (await context.target()).profile;
    return retryAllFailed(profileId === undefined ? {} : { profileId }, context);
  },
});

const refused = (message: string, param: string) => failure('usage', { message, param });
