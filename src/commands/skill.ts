/** `svc skill`: the guide for agents, for this version. */
import { command } from '../cli/command.ts';

export default command({
  path: 'skill',
  summary: 'Print the guide for AI agents that work with svc.',
  description: 'Markdown with front matter, at most 80 lines, for a file such as SKILL.md. -o json prints it as data.',
  fields: ['version', 'text'],
  examples: ['svc skill', 'svc skill > SKILL.md'],

  async run({ catalog, flags, world: { installation, io } }) {
    const { skillText } = await import('../cli/skill.ts');
    const text = skillText(catalog, installation.version);
    if (flags.output !== undefined || flags.jq !== undefined)
      return { result: { version: installation.version, text } };
    io.out.write(text);
    return {};
  },
});
