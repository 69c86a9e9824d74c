/** `svc auth status`: which key is used, where it lies, and what it may do. */
import { failure, Failure } from '../../kernel/failure.ts';
import { command, type Context } from '../../cli/command.ts';
import type { KeyReach } from '../../auth/status.ts';

export default command({
  path: 'auth status',
  summary: 'Show which key is used, where it lies, and what it may do.',
  description:
    'Ends with 4 when there is no key or the service refuses it. With --offline neither the service nor the keychain is ' +
    'asked. `behind` lists keys that would be used if it were not for this one.',
  flags: { offline: { type: 'boolean', common: true, summary: 'Only what is known here, without asking anybody' } },
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
    'behind',
  ],
  examples: ['svc auth status', 'svc auth status -o json', 'svc auth status --offline --context live'],
  exits: ['auth', 'unavailable', 'network'],

  async run(context, { flags: { offline } }) {
    const { keyStanding } = await import('../../auth/status.ts');
    const { world, flags } = context;
    const { used, behind } = await keyStanding(world, { context: flags.context, ask: flags.input });
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
    ];
    if (status.source === null)
      return { result: { loggedIn: false, ...status }, columns, failure: failure('no_credential') };
    const told = offline === true ? { reach: { valid: null } } : await reach(context);
    return {
      result: { loggedIn: true, ...status, ...told.reach },
      columns,
      ...(told.failure && { failure: told.failure }),
    };
  },
});

interface Told {
  readonly reach: KeyReach | { readonly valid: boolean | null };
  readonly failure?: Failure;
}

/** What is known here is shown also when the service says nothing. */
async function reach(context: Context): Promise<Told> {
  const { reachOf } = await import('../../auth/status.ts');
  const { world, catalog, signal, flags } = context;
  const debug = (line: string): void => world.io.err.write(`${line}\n`);
  try {
    const target = await context.target();
    const found = await reachOf(target, { world, catalog, signal, ...(flags.debug && { debug }) });
    if (found.valid) return { reach: found };
    const hint = target.remedy === undefined ? {} : { hint: target.remedy };
    return { reach: found, failure: failure('no_credential', { message: 'The service refuses the key.', ...hint }) };
  } catch (error) {
    if (error instanceof Failure && error.exit !== 'usage') return { reach: { valid: null }, failure: error };
    throw error;
  }
}
