/** `svc context show`: one context, whole. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';
import { CONTEXT_FIELDS } from '../../kernel/settings.ts';

export default command({
  path: 'context show',
  summary: 'Show a context: its URLs and defaults.',
  args: { name: { summary: 'Name of the context (default: the current one)' } },
  fields: CONTEXT_FIELDS,
  examples: ['svc context show', 'svc context show local -o json'],

  async run({ world, flags }, { args }) {
    const { currentContext } = await import('../../auth/context.ts');
    const { effectiveSettings } = await import('../../auth/settings.ts');
    const named = args.name === undefined ? undefined : { value: args.name, source: '<name>' };
    const { context, record } = named
      ? currentContext({ settings: world.settings }, named)
      : effectiveSettings(world, flags);
    if (context === undefined) {
      throw failure('usage', {
        message: 'No context is set.',
        hint: '`svc local start` creates one; `svc context list` lists all.',
      });
    }
    return { result: { name: context.value, ...record } };
  },
});
