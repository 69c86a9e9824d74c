/** `svc local events`: every event built, whether or not an endpoint took it. */
import { command } from '../../cli/command.ts';
import { follow, followed } from '../../cli/local-follow.ts';
import { dataDir, limit, callControl } from '../../cli/local.ts';

export default command({
  path: 'local events',
  summary: 'Show recorded events, oldest first.',
  flags: {
    dataDir,
    limit,
    type: {
      type: 'string',
      values: 'event',
      summary: 'Only events of this type, for example post.published',
      common: true,
    },
    since: { type: 'string', placeholder: 'time', summary: 'Only at or after this time, ISO 8601' },
    follow,
  },
  fields: ['id', 'event', 'timestamp', 'requestId', 'payload'],
  watches: true,
  examples: ['svc local events', 'svc local events --follow', 'svc local events --type post.published -o json'],

  async run(context, { flags }) {
    const query = { type: flags.type, since: flags.since, limit: flags.limit };
    if (flags.follow === true)
      return followed(context, flags, {
        path: '/_local/events',
        query,
        list: 'events',
        idOf: ({ id }) => String(id),
        words: ({ timestamp, event, id }) => [timestamp, event, id],
      });
    const result = await callControl(context, flags, { method: 'GET', path: '/_local/events', query });
    return { result, list: 'events', columns: ['timestamp', 'event', 'id'] };
  },
});
