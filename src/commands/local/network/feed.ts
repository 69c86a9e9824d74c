/** `svc local network feed`: what a simulated network shows of an account. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local network feed',
  summary: 'Show the feed of an account on its simulated network.',
  args: { accountId: { summary: 'Account', required: true } },
  flags: { dataDir, kind: { type: 'string', summary: 'Only items of this kind, for example post' } },
  fields: ['at', 'kind', 'nativeId', 'origin', 'text', 'url', 'media', 'settings', 'removedAt'],
  examples: ['svc local network feed 64f0a1b2c3d4e5f6a7b8c9d0'],

  async run(context, { args, flags }) {
    const path = `/_local/network/${encodeURIComponent(args.accountId)}/feed`;
    const result = await callControl(context, flags, { method: 'GET', path, query: { kind: flags.kind } });
    return { result, list: 'items', columns: ['at', 'kind', 'text', 'url', 'removedAt'] };
  },
});
