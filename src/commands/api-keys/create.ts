/** `svc api-keys create`: with --save-as the new key becomes that of a context, and is not shown. */
import { Failure, failure } from '../../kernel/failure.ts';
import { override, type Context, type Outcome } from '../../cli/command.ts';

export default override('api-keys create', {
  flags: {
    saveAs: {
      type: 'string',
      placeholder: 'context',
      common: true,
      summary: 'Store the key in this context instead of showing it',
    },
  },
  examples: [
    'svc api-keys create --name ci',
    'svc api-keys create --name reports --permission read --save-as reports',
    'svc api-keys create --name publisher --disabled-resource-groups billing --disabled-resource-groups ads',
  ],

  async run(context, input, send, { flags: { saveAs } }) {
    if (saveAs === undefined) return send(input);
    await refuseOther(context, saveAs);
    return saveKey(context, saveAs, await send(input));
  },
});

/** Before there is a key that nobody could keep. */
async function refuseOther({ world, target }: Context, name: string): Promise<void> {
  const { contextsIn, nameProblem } = await import('../../auth/context.ts');
  const problem = nameProblem(name);
  if (problem !== undefined) throw failure('usage', { message: problem, param: '--save-as' });
  const contexts = contextsIn(world.settings.read());
  const known = Object.hasOwn(contexts, name) ? contexts[name]?.baseUrl : undefined;
  const { baseUrl } = await target();
  if (known === undefined || new URL(known).origin === new URL(baseUrl).origin) return;
  throw failure('usage', {
    message: `The context ${name} is for ${known}, but the key is for ${baseUrl}.`,
    param: '--save-as',
    hint: 'Name another context.',
  });
}

async function saveKey(context: Context, name: string, outcome: Outcome): Promise<Outcome> {
  const { world, catalog, target, say } = context;
  const { apiKey } = (outcome.result ?? {}) as { apiKey?: { key?: string } };
  if (typeof apiKey?.key !== 'string') return outcome;
  const { adoptKey: adopted } = await import('../../auth/adopt.ts');
  const { baseUrl } = await target();
  const done = await adopted({ context: name, baseUrl, key: apiKey.key, makeCurrent: false }, { world, catalog }).catch(
    (error: unknown) => {
      throw error instanceof Failure ? lost(error) : error;
    },
  );
  if (done.fallback !== undefined)
    say(
      `The keychain is not available (${done.fallback}). The key was saved in ${done.path ?? ''}, which only you can read.`,
    );
  if (done.leftover !== undefined) say(done.leftover);
  const { key, storage, path } = done;
  return {
    ...outcome,
    // Without the message, which says that the key is shown this once: it is not.
    result: { apiKey: { ...apiKey, key }, savedAs: { context: name, storage, ...(path && { path }) } },
  };
}

const lost = ({ fields, exit, cause }: Failure): Failure =>
  new Failure(
    {
      ...fields,
      message: `The key was created but could not be stored. ${fields.message}`,
      hint: '`svc api-keys list` shows it and `svc api-keys delete` revokes it; then create another one.',
    },
    exit,
    cause,
  );
