/** `svc alias set NAME -- WORDS`: a short name for a command line. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';

export default command({
  path: 'alias set',
  summary: 'Give a command line a short name.',
  description:
    'Write the command after `--`, without `svc`. Arguments after the alias are appended. Commands of svc ' +
    'cannot be renamed. `svc NAME` also runs a program `svc-NAME` on PATH.',
  args: {
    name: { summary: 'Name of the alias', required: true },
    words: { summary: 'The command, after `--`', repeat: true },
  },
  writes: true,
  fields: ['name', 'command'],
  examples: ['svc alias set failed -- posts list --failed', 'svc alias set today -- posts calendar --week'],

  async run({ world, catalog, say }, { args: { name, words } }) {
    const { aliasesIn, aliasProblem } = await import('../../cli/shortcuts.ts');
    const problem = aliasProblem(name);
    if (problem !== undefined) throw failure('usage', { message: problem, param: '<name>' });
    if (name === 'help' || catalog.names(name) !== undefined)
      throw failure('usage', {
        message: `${name} is a command of svc, which an alias cannot replace.`,
        param: '<name>',
      });
    if (words.length === 0 || catalog.names(words[0] ?? '') === undefined)
      throw failure('usage', {
        message:
          words.length === 0 ? 'Give the command of the alias.' : `There is no command ${JSON.stringify(words[0])}.`,
        param: '<words>',
        hint: `Write it after \`--\`, without svc: \`svc alias set ${name} -- posts list --failed\`.`,
      });
    const before = aliasesIn(world.settings.read())[name];
    await world.settings.write((fields) => ({ ...fields, aliases: { ...aliasesIn(fields), [name]: words } }));
    if (before !== undefined) say(`${name} was: ${before.join(' ')}`);
    return { result: { name, command: words } };
  },
});
