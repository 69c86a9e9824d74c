/** `svc posts series list`: the series that have posts still to go out. */
import { command } from '../../../cli/command.ts';

export default command({
  path: 'posts series list',
  summary: 'List recurring posts, one line for each series that has posts still to go out.',
  examples: ['svc posts series list', "svc posts series list -o json --jq '.series[].next'"],
  fields: ['id', 'repeat', 'timezone', 'left', 'of', 'next', 'last', 'content', 'posts'],
  exits: ['auth', 'unavailable', 'network'],

  async run(context) {
    const { listSeries } = await import('../../../cli/series/manage.ts');
    return listSeries(context);
  },
});
