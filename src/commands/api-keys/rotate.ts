/** `svc api-keys rotate`: a key of the same name, reach and life in place of another one, which stays valid for a while. */
import { Failure, failure } from '../../kernel/failure.ts';
import { instantOf } from '../../kernel/instant.ts';
import { command, type Context, type Outcome } from '../../cli/command.ts';
import type { ListedKey } from '../../auth/listed-key.ts';
import type { KeyStatus } from '../../auth/status.ts';

export default command({
  path: 'api-keys rotate',
  summary: 'Replace an API key with a new one of the same name, scope and lifetime.',
  description:
    'Without an id, rotates the key in use. If that key is stored in the context, the new one is verified ' +
    'and replaces it; otherwise it is printed once. The API cannot schedule the expiry of a key, so the old ' +
    'one stays valid until you revoke it: svc prints the command, and reminds you on a terminal once the ' +
    'overlap is over. If anything fails, the old key stays in use.',
  args: { keyId: { summary: 'API key by id; default: the key in use' } },
  flags: {
    overlap: {
      type: 'string',
      placeholder: 'time',
      default: '24h',
      common: true,
      summary: 'How long you need the old key',
    },
    revokeOld: {
      type: 'string',
      choices: ['later', 'now'],
      default: 'later',
      common: true,
      summary: 'Revoke the old key yourself after the overlap, or immediately',
    },
  },
  writes: true,
  dryRun: true,
  fields: [
    'apiKey.id',
    'apiKey.name',
    'apiKey.key',
    'apiKey.expiresAt',
    'savedAs.context',
    'oldKey.id',
    'oldKey.revokeAfter',
  ],
  examples: [
    'svc api-keys rotate',
    'svc api-keys rotate 65f60718293a4b5c6d7e8f90 --overlap 72h -o json',
    'svc api-keys rotate --revoke-old now --yes',
  ],
  exits: ['auth', 'forbidden', 'not_found', 'unavailable', 'network'],

  async run(context, { args: { keyId }, flags }) {
    const { durationMs } = await import('../../cli/duration.ts');
    const isNow = flags.revokeOld === 'now';
    const overlapMs = isNow ? 0 : durationMs(flags.overlap, '--overlap');
    if (context.flags.dryRun) return context.preview(context.catalog.card('createApiKey'), inputOf({ name: '$NAME' }));
    const rotation = await begin(context, keyId);
    if (isNow) await context.confirm(`Revoke the old key ${rotation.old.name} once the new one works?`);
    const made = await makeTwin(context, rotation.old);
    const revokeAfter = instantOf(context.world.clock.now() + overlapMs);
    const { result, isStored } = await deliver(context, rotation, made, revokeAfter);
    if (!isNow) return leaveOld(context, rotation, { result, revokeAfter });
    // The new key is out before the old one goes: whatever happens in between, one of them is in your hands.
    await context.show({ result, columns: COLUMNS });
    await revoke(context, rotation.old, isStored);
    return {};
  },
});

const COLUMNS = ['apiKey.name', 'apiKey.key', 'apiKey.expiresAt', 'savedAs.context', 'oldKey.id', 'oldKey.revokeAfter'];

const inputOf = (body: unknown, path: Readonly<Record<string, string>> = {}) => ({
  path,
  query: {},
  headers: {},
  body,
});

type Old = ListedKey & { readonly id: string; readonly name: string };

interface Rotation {
  readonly old: Old;
  /** The key in use, when it is the one that is rotated and the context stores it. */
  readonly stored?: { readonly context: string; readonly baseUrl: string; readonly storage: 'keychain' | 'file' };
  readonly used: KeyStatus;
}

/** @throws Failure `not_found` or `usage` when it is not clear which key is meant */
async function begin(context: Context, keyId: string | undefined): Promise<Rotation> {
  const [{ listedAmong, listKeys }, { keyStanding }] = await Promise.all([
    import('../../auth/listed-key.ts'),
    import('../../auth/status.ts'),
  ]);
  const { world, catalog, signal, flags } = context;
  const target = await context.target();
  const keys = await listKeys(target, { world, catalog, signal });
  const own = listedAmong(keys, target.key);
  const old = keyId === undefined ? own : keys.find(({ id }) => id === keyId);
  if (old?.id === undefined) throw keyId === undefined ? unlisted() : unknown(keyId);
  const { used, record } = await keyStanding(world, { context: flags.context, ask: flags.input });
  const isOwn = old.id === own?.id;
  if (isOwn && used.storage === 'local service') throw ownOfService();
  const isStored = isOwn && record !== undefined && target.context !== undefined;
  return {
    old: { ...old, id: old.id, name: old.name ?? old.id },
    ...(isStored && { stored: { context: target.context, baseUrl: target.baseUrl, storage: record.storage } }),
    used,
  };
}

const unlisted = (): Failure =>
  failure('usage', {
    message: 'The key in use cannot be identified in the list of keys.',
    hint: '`svc api-keys list` shows the ids; give the id of the key.',
  });

const unknown = (id: string): Failure =>
  new Failure(
    { code: 'api_key_not_found', message: `There is no API key ${id}.`, hint: '`svc api-keys list` shows the ids.' },
    'not_found',
  );

const ownOfService = (): Failure =>
  failure('usage', {
    message: 'The key in use is the built-in key of the local service, which cannot be rotated.',
    hint: '`svc api-keys create --name NAME --save-as CONTEXT` creates another one.',
  });

type Made = Readonly<Record<string, unknown>> & { readonly id: string; readonly key: string };

async function makeTwin({ catalog, call, world }: Context, old: Old): Promise<Made> {
  const { twinOf } = await import('../../auth/rotate.ts');
  const body = twinOf(old, world.clock.now());
  const answer = await call(catalog.card('createApiKey'), inputOf(body)).catch((error: unknown) => {
    throw error instanceof Failure && error.exit === 'forbidden' ? narrow(error, old) : error;
  });
  const { apiKey } = (answer.body ?? {}) as { apiKey?: Partial<Made> };
  if (typeof apiKey?.id === 'string' && typeof apiKey.key === 'string') return apiKey as Made;
  throw failure('bad_answer', {
    message: 'The service did not show the new key. The old one is still in use.',
  });
}

const narrow = ({ fields, exit, cause }: Failure, { id }: Old): Failure =>
  new Failure(
    {
      ...fields,
      hint: `Nothing was changed. Rotate it with a key of the same scope and lifetime: \`svc api-keys rotate ${id} --context NAME\`; or run \`svc login\`.`,
    },
    exit,
    cause,
  );

/** Into the context when the key in use is rotated there, else into the result. */
async function deliver(context: Context, { old, stored, used }: Rotation, made: Made, revokeAfter: string) {
  const oldKey = { id: old.id, name: old.name, revokeAfter };
  if (stored === undefined) {
    if (used.storage === 'environment')
      context.say('Replace the old key with the new one wherever it is used: it is not shown again.');
    return { result: { apiKey: made, oldKey }, isStored: false };
  }
  const { adoptKey } = await import('../../auth/adopt.ts');
  const { world, catalog } = context;
  const adoption = { ...stored, key: made.key, makeCurrent: false };
  const done = await adoptKey(adoption, { world, catalog }).catch(async (error: unknown) => {
    throw error instanceof Failure ? await undo(context, made, error) : error;
  });
  if (done.leftover !== undefined) context.say(done.leftover);
  const savedAs = { context: done.context, storage: done.storage, ...(done.path && { path: done.path }) };
  return { result: { apiKey: { ...made, key: done.key }, savedAs, oldKey }, isStored: true };
}

/** A key that could not be put to use is revoked again. */
async function undo({ call, catalog }: Context, { id }: Made, { fields, exit, cause }: Failure): Promise<Failure> {
  const isGone = await call(catalog.card('deleteApiKey'), inputOf(undefined, { keyId: id })).then(
    () => true,
    () => false,
  );
  const hint = isGone
    ? 'The old key is still in use; the new one was revoked again.'
    : `The old key is still in use. \`svc api-keys delete ${id}\` revokes the new one.`;
  return new Failure({ ...fields, message: `The key was not rotated. ${fields.message}`, hint }, exit, cause);
}

interface Rotated {
  readonly result: unknown;
  readonly revokeAfter: string;
}

async function leaveOld(context: Context, { old, used }: Rotation, { result, revokeAfter }: Rotated): Promise<Outcome> {
  const { world, say } = context;
  const place = used.context === null ? '' : ` --context ${used.context}`;
  say(`The old key stays valid. After ${revokeAfter}, \`svc api-keys delete ${old.id}${place} --yes\` revokes it.`);
  if (used.context !== null && used.storage !== 'environment') {
    const { rememberRetiring } = await import('../../auth/rotate.ts');
    await rememberRetiring(world.settings, used.context, { id: old.id, name: old.name, revokeAfter });
  }
  return { result, columns: COLUMNS };
}

async function revoke({ call, catalog }: Context, { id }: Old, isStored: boolean): Promise<void> {
  await call(catalog.card('deleteApiKey'), inputOf(undefined, { keyId: id })).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    const { fields, exit, cause } = error;
    const message = `The new key is ${isStored ? 'in use' : 'made'}, and the old one could not be revoked. ${fields.message}`;
    throw new Failure({ ...fields, message, hint: `\`svc api-keys delete ${id}\` revokes it.` }, exit, cause);
  });
}
