/** `svc config explain KEY`: each place that gives a setting, and which one wins. */
import { command } from '../../cli/command.ts';

/** The names that auth/settings.ts and the environment know; a test compares them. */
const NAMES = ['apiKey', 'baseUrl', 'mcpUrl', 'profile', 'timezone', 'output', 'context'] as const;

export default command({
  path: 'config explain',
  summary: 'Show each place that gives a setting, and which one wins.',
  description:
    'A flag goes before the environment, that before the project file, that before the context. Keys are masked.',
  args: { setting: { summary: 'The setting', required: true, choices: NAMES } },
  examples: ['svc config explain apiKey', 'svc config explain baseUrl -o json'],

  async run(context, { args }) {
    const { explained } = await import('../../auth/explain.ts');
    const name = NAMES.find((one) => one === args.setting) ?? 'apiKey';
    const candidates = await explained(name, context.world, { context: context.flags.context });
    if (candidates.length === 0) context.say(`Nothing gives ${name}.`);
    const value = candidates[0]?.value ?? null;
    return { result: { setting: name, value, candidates }, list: 'candidates', columns: ['wins', 'value', 'source'] };
  },
});
