/** `svc context use NAME`: makes a context the current one. */
import { command } from '../../cli/command.ts';
import { CONTEXT_FIELDS } from '../../kernel/settings.ts';

export default command({
  path: 'context use',
  summary: 'Set the current context.',
  args: { name: { summary: 'Name of the context', required: true, values: 'context' } },
  writes: true,
  fields: [...CONTEXT_FIELDS, 'current'],
  examples: ['svc context use local'],

  async run({ world, say }, { args }) {
    const [{ currentContext }, { sayOverruled }] = await Promise.all([
      import('../../auth/context.ts'),
      import('../../cli/settings-words.ts'),
    ]);
    const { record } = currentContext(world, { value: args.name, source: '<name>' });
    await world.settings.write((before) => ({ ...before, currentContext: args.name }));
    sayOverruled({ world, say });
    return { result: { name: args.name, current: true, ...record } };
  },
});
