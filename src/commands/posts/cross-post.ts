/** `svc posts cross-post`: the same content on several accounts at once, new or that of a post there is. Next stop: cli/cross-post.ts. */
import { command } from '../../cli/command.ts';
import { dateOrderFlag } from '../../cli/date-order.ts';
import { atFlag, contentFileFlag, draftFlag, mediaFlag, nowFlag } from '../../cli/post-flags.ts';
import { failure } from '../../kernel/failure.ts';

export default command({
  path: 'posts cross-post',
  summary: 'Publish the same content on several accounts, after a confirmation.',
  description:
    'The content is text, a file, or with --post that of an existing post, including media. It becomes one ' +
    'new post with a target for each account. Set the time with --at or --now; without one, or with --draft, ' +
    'the post is a draft and needs no confirmation. Before a post is published, the accounts are shown for ' +
    'confirmation.',
  dryRun: true,
  writes: true,
  confirm: 'Publish this post on all of these accounts?',
  asksItself: true,
  args: { text: { summary: 'Text of the post; `-` reads it from standard input' } },
  flags: {
    to: {
      type: 'string',
      repeat: true,
      required: true,
      common: true,
      placeholder: 'account',
      values: 'target',
      summary: 'Account: its id, a platform, a username, platform:username, or `all`',
    },
    post: { type: 'string', common: true, placeholder: 'post-id', summary: 'Use the content of this post' },
    at: atFlag,
    now: nowFlag,
    draft: draftFlag,
    media: mediaFlag,
    contentFile: contentFileFlag,
    timezone: { type: 'string', placeholder: 'zone', summary: 'IANA zone for --at (default: that of the context)' },
    dateOrder: dateOrderFlag,
    profile: {
      type: 'string',
      placeholder: 'profile-id',
      values: 'profile',
      summary: 'Profile for account names and `all`',
    },
  },
  fields: ['message', 'post._id', 'post.status', 'post.scheduledFor', 'post.platforms'],
  examples: [
    'svc posts cross-post "Doors open at nine" --to twitter --to bluesky --to linkedin --now',
    'svc posts cross-post --post 65a1b2c3d4e5f60718293a4b --to linkedin --at "tomorrow 9:00"',
    'svc posts cross-post "We are live" --to all --now --yes',
    'svc posts cross-post "An idea" --to twitter --to bluesky --dry-run',
  ],
  exits: ['rejected', 'forbidden', 'not_found', 'partial', 'rate_limited', 'unavailable'],

  async run(context, { args, flags }) {
    const given = [args.text, flags.contentFile, flags.post].filter((one) => one !== undefined).length;
    if (given > 1)
      throw failure('usage', {
        message: 'Give a text, --content-file or --post, and only one of them.',
        param: '--post',
      });
    const { crossPost } = await import('../../cli/cross-post.ts');
    return crossPost({ ...flags, text: args.text }, context);
  },
});
