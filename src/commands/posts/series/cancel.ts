/** `svc posts series cancel ID`: deletes the posts of a series that have yet to go out. */
import { command } from '../../../cli/command.ts';

export default command({
  path: 'posts series cancel',
  summary: 'Cancel a series: delete its posts that have not gone out yet.',
  description: 'Published posts stay. If it is interrupted, run the same command again to continue.',
  writes: true,
  args: { seriesId: { required: true, summary: 'Id of the series, from `svc posts series list`' } },
  examples: ['svc posts series cancel 4be2a1c09d77', 'svc posts series cancel 4be2a1c09d77 --yes'],
  fields: ['seriesId', 'posts.postId', 'posts.scheduledFor', 'posts.result', 'posts.error'],
  exits: ['auth', 'not_found', 'partial', 'unavailable', 'network'],
  asksItself: true,
  confirm: 'Cancel the series?',

  async run(context, { args }) {
    const { cancelSeries } = await import('../../../cli/series/manage.ts');
    return cancelSeries(args.seriesId, context);
  },
});
