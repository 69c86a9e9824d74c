/** `svc context create NAME`: a named place to call, without a key of its own. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';
import { CONTEXT_FIELDS, type ContextSetting } from '../../kernel/settings.ts';
import { DATE_ORDERS } from '../../kernel/formats.ts';

export default command({
  path: 'context create',
  summary: 'Create a context: a named base URL with defaults.',
  description: 'The new context has no key: get one with `svc login --context NAME`, or set SVC_API_KEY.',
  args: { name: { summary: 'Name of the context', required: true } },
  flags: {
    baseUrl: { type: 'string', placeholder: 'url', required: true, common: true, summary: 'Base URL of the service' },
    mcpUrl: { type: 'string', placeholder: 'url', summary: 'URL of its MCP server' },
    headerPrefix: { type: 'string', placeholder: 'text', summary: 'Prefix of webhook headers, such as X-Service' },
    legacyHeaderPrefix: { type: 'string', placeholder: 'text', summary: 'Prefix of their aliases, such as X-Legacy' },
    profile: {
      type: 'string',
      placeholder: 'profile-id',
      common: true,
      summary: 'Default profile',
    },
    timezone: { type: 'string', placeholder: 'zone', common: true, summary: 'IANA time zone for times without one' },
    dateOrder: { type: 'string', choices: DATE_ORDERS, summary: 'How to read dates such as 06.12.2027' },
    preferredOutput: { type: 'string', placeholder: 'format', summary: 'Output format' },
    use: { type: 'boolean', common: true, summary: 'Make it the current one' },
  },
  writes: true,
  fields: [...CONTEXT_FIELDS, 'current'],
  examples: [
    'svc context create live --base-url https://api.example.com',
    'svc context create staging --base-url https://staging.example.com --timezone Europe/Berlin --use',
  ],

  async run({ world, say }, { args: { name }, flags }) {
    const [{ contextsIn, nameProblem, withContext }, { settingValue }, { sayOverruled }] = await Promise.all([
      import('../../auth/context.ts'),
      import('../../auth/setting-values.ts'),
      import('../../cli/settings-words.ts'),
    ]);
    const problem = nameProblem(name);
    if (problem !== undefined) throw failure('usage', { message: problem, param: '<name>' });
    const { use, preferredOutput: output, ...settings } = flags;
    const asked = Object.entries({ ...settings, output });
    const record = Object.fromEntries(
      asked.flatMap(([field, text]) =>
        text === undefined ? [] : [[field, settingValue(field as ContextSetting, text)]],
      ),
    );
    let current = '';
    await world.settings.write((before) => {
      if (Object.hasOwn(contextsIn(before), name)) throw existing(name);
      const isFirst = before['currentContext'] === undefined;
      const after = withContext(before, name, () => record, use || isFirst ? { currentContext: name } : {});
      current = String(after['currentContext'] ?? '');
      return after;
    });
    sayOverruled({ world, say });
    say(`\`svc login --context ${name}\` gives it a key.`);
    return { result: { name, current: current === name, ...record } };
  },
});

const existing = (name: string) =>
  failure('usage', {
    message: `The context ${name} already exists.`,
    param: '<name>',
    hint: `\`svc config set\` with --context ${name} changes it.`,
  });
