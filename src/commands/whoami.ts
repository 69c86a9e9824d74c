/** `svc whoami`: whose key is used, and where it came from. */
import { command } from '../cli/command.ts';
import { writeLine } from '../output/neutral.ts';

export default command({
  path: 'whoami',
  summary: 'Show whose key is in use, at which base URL, and where the key comes from.',
  examples: ['svc whoami', 'svc whoami --context live', 'svc whoami -o json'],
  exits: ['auth', 'unavailable', 'network'],
  fields: ['user.id', 'user.name', 'user.email', 'authType', 'scope', 'context', 'baseUrl', 'key', 'source', 'storage'],

  async run(context) {
    const [{ keyStanding }, { verifyKey: verified }] = await Promise.all([
      import('../auth/status.ts'),
      import('../auth/verify.ts'),
    ]);
    const { world, catalog, signal, flags } = context;
    const target = await context.target();
    const debug = (line: string): void => writeLine(world.io, line);
    const identity = await verified(target, { world, catalog, signal, ...(flags.debug && { debug }) });
    const { userId, name, email, authType, scope } = identity;
    const { used } = await keyStanding(world, { context: flags.context, ask: flags.input });
    return {
      result: { user: { id: userId ?? null, name: name ?? null, email: email ?? null }, authType, scope, ...used },
      columns: ['user.name', 'user.email', 'context', 'baseUrl', 'scope', 'key', 'source', 'storage'],
    };
  },
});
