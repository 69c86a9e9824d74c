/** `svc config explain KEY`: each place that gives a setting, and which one wins. Works with broken settings, too. */
import { command } from '../../cli/command.ts';
import { CONTEXT_SETTINGS } from '../../kernel/settings.ts';

const NAMES = ['apiKey', ...CONTEXT_SETTINGS, 'context'] as const;

export default command({
  path: 'config explain',
  summary: 'Show every source of a setting, and which one wins.',
  description:
    'Precedence: flags, the environment, the project file, the context, your defaults. ' +
    'A key in the environment wins over a stored one, except over that of a context set with --context. ' +
    'Keys are masked.',
  args: { setting: { summary: 'The setting', required: true, choices: NAMES } },
  fields: ['wins', 'value', 'source', 'storage', 'setting'],
  examples: ['svc config explain apiKey', 'svc config explain baseUrl -o json'],

  async run(context, { args }) {
    const [{ explainSetting: explained }, { lookedAt, sayUnset }] = await Promise.all([
      import('../../auth/explain.ts'),
      import('../../cli/settings-words.ts'),
    ]);
    const name = NAMES.find((one) => one === args.setting) ?? 'apiKey';
    const aim = { context: context.flags.context };
    const candidates = await lookedAt(context, (world) => explained(name, world, aim));
    if (candidates.length === 0) sayUnset(context, name);
    const result = { setting: name, value: candidates[0]?.value ?? null, candidates };
    return { result, list: 'candidates', columns: ['wins', 'value', 'source', 'storage'] };
  },
});
