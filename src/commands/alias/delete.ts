/** `svc alias delete NAME`: forgets a short name. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';

export default command({
  path: 'alias delete',
  summary: 'Delete an alias.',
  args: { name: { summary: 'Name of the alias', required: true } },
  writes: true,
  fields: ['name', 'deleted'],
  examples: ['svc alias delete failed'],

  async run({ world }, { args: { name } }) {
    const { aliasesIn } = await import('../../cli/shortcuts.ts');
    if (aliasesIn(world.settings.read())[name] === undefined)
      throw failure('usage', {
        message: `There is no alias ${name}.`,
        param: '<name>',
        hint: '`svc alias list` shows them.',
      });
    await world.settings.write((fields) => {
      const left = Object.entries(aliasesIn(fields)).filter(([one]) => one !== name);
      return { ...fields, aliases: Object.fromEntries(left) };
    });
    return { result: { name, deleted: true } };
  },
});
