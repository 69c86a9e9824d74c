/** `svc local requests`: the latest requests, with what was noted about each, what each changed and the events they caused. */
import { command } from '../../cli/command.ts';
import { follow, followed } from '../../cli/local-follow.ts';
import { dataDir, limit, callControl } from '../../cli/local.ts';

const COLUMNS = [
  'at',
  'method',
  'path',
  'status',
  'code',
  { field: 'operation', priority: 2 },
  { field: 'changes.kind', heading: 'changed', priority: 2 },
  { field: 'durationMs', heading: 'duration', form: 'milliseconds' },
] as const;

export default command({
  path: 'local requests',
  summary: 'Show the latest requests, newest first, with notes.',
  description:
    'Notes list ignored keys, with a suggestion. Changes list the records that a call created, changed and deleted, with the names of changed fields, and what numbers, times and states were before. The service keeps the last 50,000 requests; --cursor goes on where a page ended.',
  flags: {
    dataDir,
    limit,
    operation: { type: 'string', summary: 'Only requests of this operation, for example createPost' },
    status: { type: 'integer', summary: 'Only requests with this status' },
    key: { type: 'string', summary: 'Only requests with this API key (id)' },
    requestId: { type: 'string', summary: 'Only the request with this id' },
    cursor: { type: 'string', summary: 'Continue where a page ended: `nextCursor` of its answer' },
    since: { type: 'string', placeholder: 'time', summary: 'Only at or after this time, ISO 8601' },
    follow,
  },
  fields: [
    'at',
    'method',
    'path',
    'status',
    'code',
    'operation',
    'durationMs',
    'requestId',
    'key',
    'events.id',
    'events.event',
    'changes.did',
    'changes.kind',
    'changes.id',
    'changes.fields',
  ],
  watches: true,
  examples: [
    'svc local requests',
    'svc local requests --follow',
    'svc local requests --operation createPost --status 400 -o json',
  ],

  async run(context, { flags }) {
    const { dataDir: folder, follow: isFollowing, ...filter } = flags;
    if (isFollowing === true)
      return followed(context, flags, {
        path: '/_local/requests',
        query: filter,
        list: 'requests',
        isNewestFirst: true,
        idOf: ({ requestId }) => String(requestId),
        words: ({ at, method, path, status, code, operation }) => [at, status, method, path, code ?? operation],
      });
    const result = await callControl(
      context,
      { dataDir: folder },
      { method: 'GET', path: '/_local/requests', query: filter },
    );
    return { result, list: 'requests', columns: COLUMNS };
  },
});
