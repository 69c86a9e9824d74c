/** `svc local timeline`: the work that is due and the work to come. */
import { command } from '../../cli/command.ts';
import { dataDir, limit, callControl } from '../../cli/local.ts';

export default command({
  path: 'local timeline',
  summary: 'Show due and future work in chronological order.',
  flags: { dataDir, limit, kind: { type: 'string', summary: 'Only work of this kind, for example publish' } },
  fields: ['dueAt', 'kind', 'ref', 'attempt', 'running', 'payload', 'lastError'],
  watches: true,
  examples: ['svc local timeline', 'svc local timeline --kind publish'],

  async run(context, { flags }) {
    const query = { kind: flags.kind, limit: flags.limit };
    const result = await callControl(context, flags, { method: 'GET', path: '/_local/timeline', query });
    return { result, list: 'work', columns: ['dueAt', 'kind', 'ref', 'attempt', 'running', 'lastError'] };
  },
});
