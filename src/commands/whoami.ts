/** `svc whoami`: whose key is used, and where it came from. */
import { command } from '../cli/command.ts';
import { writeLine } from '../output/neutral.ts';

export default command({
  path: 'whoami',
  summary: 'Show the owner of the key, the base URL, and where the key comes from.',
  examples: ['svc whoami', 'svc whoami --context live', 'svc whoami -o json'],
  exits: ['auth', 'unavailable', 'network'],
  fields: [
    'user.id',
    'user.name',
    'user.email',
    'authType',
    'scope',
    'context',
    'baseUrl',
    'key',
    'source',
    'storage',
    'expires',
  ],

  async run(context) {
    const [{ keyStanding }, { verifyKey: verified }, { listedKey }, { expiresOf, expiryFields, noteExpiry }] =
      await Promise.all([
        import('../auth/status.ts'),
        import('../auth/verify.ts'),
        import('../auth/listed-key.ts'),
        import('../auth/expiry.ts'),
      ]);
    const { world, catalog, signal, flags } = context;
    const target = await context.target();
    const debug = (line: string): void => writeLine(world.io, line);
    const doors = { world, catalog, signal, ...(flags.debug && { debug }) };
    const identity = await verified(target, doors);
    const listed = await listedKey(target, doors);
    const { userId, name, email, authType, scope } = identity;
    const { used, record } = await keyStanding(world, { context: flags.context, ask: flags.input });
    if (record !== undefined && target.context !== undefined) await noteExpiry(world, target.context, record, listed);
    const expires = expiresOf(listed === undefined ? record?.expiresAt : expiryFields(listed).expiresAt);
    return {
      result: {
        user: { id: userId ?? null, name: name ?? null, email: email ?? null },
        authType,
        scope,
        ...used,
        expires,
      },
      columns: ['user.name', 'user.email', 'context', 'baseUrl', 'scope', 'key', 'source', 'storage', 'expires'],
    };
  },
});
