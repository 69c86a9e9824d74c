/** `svc context list`: the named places to call. */
import { command } from '../../cli/command.ts';
import { CONTEXT_FIELDS } from '../../kernel/settings.ts';

export default command({
  path: 'context list',
  summary: 'List the contexts and mark the current one.',
  fields: [...CONTEXT_FIELDS, 'current'],
  examples: ['svc context list', 'svc context list -o json'],

  async run(context) {
    const { contextsIn } = await import('../../auth/context.ts');
    const { effectiveSettings } = await import('../../auth/settings.ts');
    const { world, flags } = context;
    const current = effectiveSettings(world, { context: flags.context }).context?.value;
    const contexts = Object.entries(contextsIn(world.settings.read())).map(([name, record]) => ({
      name,
      current: name === current,
      ...record,
    }));
    return { result: { contexts }, list: 'contexts', columns: ['name', 'current', 'baseUrl', 'timezone', 'profile'] };
  },
});
