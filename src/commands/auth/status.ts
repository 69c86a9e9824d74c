/** `svc auth status`: which key is used, where it lies, and what it may do. */
import { failure, Failure } from '../../kernel/failure.ts';
import { command, type Context } from '../../cli/command.ts';
import type { KeyRecord } from '../../auth/context.ts';
import type { KeyReach } from '../../auth/status.ts';
import { writeLine } from '../../output/neutral.ts';

export default command({
  path: 'auth status',
  summary: 'Show which key is used, where it is stored, and what it can do.',
  description:
    'Exits with 4 without a key, or if the service rejects it. --offline checks neither the service nor the ' +
    'keychain. `behind` lists the keys that would be used otherwise.',
  flags: { offline: { type: 'boolean', common: true, summary: 'Show only what is known locally' } },
  fields: [
    'loggedIn',
    'context',
    'baseUrl',
    'key',
    'source',
    'storage',
    'device',
    'valid',
    'user.name',
    'user.email',
    'scope',
    'groups',
    'expiresAt',
    'expires',
    'behind',
  ],
  examples: ['svc auth status', 'svc auth status -o json', 'svc auth status --offline --context live'],
  exits: ['auth', 'unavailable', 'network'],

  async run(context, { flags: { offline } }) {
    const { keyStanding } = await import('../../auth/status.ts');
    const { world, flags } = context;
    const { used, behind, record } = await keyStanding(world, { context: flags.context, ask: flags.input });
    const status = { ...used, behind };
    const columns = [
      'context',
      'baseUrl',
      'key',
      'source',
      'storage',
      'device',
      'valid',
      'user.email',
      'scope',
      'groups',
      'expires',
    ];
    if (status.source === null)
      return { result: { loggedIn: false, ...status }, columns, failure: failure('no_credential') };
    const checked = offline === true ? { reach: { valid: null } } : await reach(context, record);
    return {
      result: { loggedIn: true, ...status, ...checked.reach },
      columns,
      ...(checked.failure && { failure: checked.failure }),
    };
  },
});

interface Checked {
  readonly reach: KeyReach | { readonly valid: boolean | null };
  readonly failure?: Failure;
}

/** What is known locally is shown even when the service does not respond. */
async function reach(context: Context, record: KeyRecord | undefined): Promise<Checked> {
  const [{ reachOf }, { noteExpiry }] = await Promise.all([
    import('../../auth/status.ts'),
    import('../../auth/expiry.ts'),
  ]);
  const { world, catalog, signal, flags } = context;
  const debug = (line: string): void => writeLine(world.io, line);
  try {
    const target = await context.target();
    const { reach: found, found: listed } = await reachOf(target, {
      world,
      catalog,
      signal,
      ...(flags.debug && { debug }),
    });
    if (record !== undefined && target.context !== undefined) await noteExpiry(world, target.context, record, listed);
    if (found.valid) return { reach: found };
    const hint = target.remedy === undefined ? {} : { hint: target.remedy };
    return { reach: found, failure: failure('no_credential', { message: 'The service rejects the key.', ...hint }) };
  } catch (error) {
    if (error instanceof Failure && error.exit !== 'usage') return { reach: { valid: null }, failure: error };
    throw error;
  }
}
