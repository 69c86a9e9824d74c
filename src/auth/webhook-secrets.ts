/** Secrets of webhook endpoints at rest, by context and by the endpoint's name or id: stored where keys are, and listed in the settings. */
import { instantOf } from '../kernel/instant.ts';
import { failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import { contextsIn, withContext, type SecretRecord } from './context.ts';
import { forgetKey, keyAt, placeKey, whereIs, type KeyWorld } from './key-store.ts';
import { effectiveSettings, type AimFlags } from './settings.ts';

export type SecretWorld = KeyWorld & Pick<World, 'env' | 'host' | 'clock'>;

/** Whose secret is meant. */
export interface SecretName {
  /** Name of the context. */
  readonly context: string;
  /** Name or id of the endpoint, as the caller says it. */
  readonly name: string;
}

export interface KeptSecret {
  /** For people: the keychain, or which file. */
  readonly where: string;
  /** Why it is not the keychain, as part of a sentence. */
  readonly fallback?: string;
  /** What is left of an older secret of that name, as a sentence. */
  readonly leftover?: string;
}

/**
 * The context whose secrets are meant.
 * @throws Failure `usage` when none is in force
 */
export function secretContext(world: SecretWorld, flags: AimFlags): string {
  const { context } = effectiveSettings(world, flags);
  if (context !== undefined) return context.value;
  throw failure('usage', {
    message: 'There is no context to store a secret in.',
    hint: '`svc local start` and `svc login` create one. Or use --secret-file or --secret-env.',
  });
}

/** The context whose secrets are meant; undefined when none is in force. */
export const secretContextIfAny = (world: SecretWorld, flags: AimFlags): string | undefined =>
  effectiveSettings(world, flags).context?.value;

/** Puts a secret in the place of an older one, which is forgotten only then. @throws Failure as placing a key does */
export async function keepSecret(
  world: SecretWorld,
  { context, name }: SecretName,
  secret: string,
): Promise<KeptSecret> {
  const { place, fallback } = await placeKey(world, secret, `${context}.webhook`, undefined);
  const before = recordOf(world, { context, name });
  const record: SecretRecord = { ...place, savedAt: instantOf(world.clock.now()) };
  await recordSecrets(world, context, (records) => ({ ...records, [name]: record })).catch(async (error: unknown) => {
    await forgetKey(world, place);
    throw error;
  });
  const leftover = before === undefined ? undefined : await forgetKey(world, before);
  return {
    where: whereIs(world, place),
    ...(fallback !== undefined && { fallback }),
    ...(leftover !== undefined && { leftover }),
  };
}

/** Names with a secret in this context, in the order of their letters. */
export const secretNames = (world: Pick<World, 'settings'>, context: string): readonly string[] =>
  Object.keys(recordsOf(world, context)).sort();

/** What can be shown of each secret without reading it. */
export const secretPlaces = (world: Pick<World, 'settings'>, context: string) =>
  secretNames(world, context).flatMap((name) => {
    const record = recordOf(world, { context, name });
    return record === undefined ? [] : [{ name, context, storage: whereIs(world, record), savedAt: record.savedAt }];
  });

/**
 * @throws Failure `usage` when no secret has that name or its entry is empty, `keychain_failed` when it cannot be read
 */
export async function secretNamed(world: SecretWorld, { context, name }: SecretName): Promise<string> {
  const record = recordOf(world, { context, name });
  const secret = record === undefined ? undefined : await keyAt(world, record);
  if (secret !== undefined) return secret;
  const names = secretNames(world, context);
  throw failure('usage', {
    message:
      record === undefined
        ? `No secret is stored for ${JSON.stringify(name)} in context ${context}.`
        : `The stored secret of ${JSON.stringify(name)} no longer exists.`,
    param: name,
    hint: names.length === 0 ? '`svc webhooks secret set NAME` stores one.' : `Secrets: ${names.join(', ')}.`,
  });
}

/** Every secret of the context that can be read; for finding out which of them signed. */
export async function secretsKept(
  world: SecretWorld,
  context: string,
): Promise<readonly { readonly name: string; readonly secret: string }[]> {
  const found = await Promise.all(
    Object.entries(recordsOf(world, context)).map(async ([name, record]) => ({
      name,
      secret: await keyAt(world, record).catch(() => undefined),
    })),
  );
  return found.flatMap(({ name, secret }) => (secret === undefined ? [] : [{ name, secret }]));
}

/** @returns why it is still there, as a sentence; undefined when it is gone. @throws Failure `usage` when there is no such secret */
export async function forgetSecret(world: SecretWorld, { context, name }: SecretName): Promise<string | undefined> {
  const record = recordOf(world, { context, name });
  if (record === undefined) {
    await secretNamed(world, { context, name });
    return undefined;
  }
  const problem = await forgetKey(world, record);
  if (problem !== undefined) return problem;
  await recordSecrets(world, context, (records) => without(records, name));
  return undefined;
}

/** Forgets all secrets of a context. @returns the names that are gone, and why others are still there */
export async function forgetSecrets(
  world: KeyWorld,
  context: string,
): Promise<{ readonly gone: readonly string[]; readonly left: readonly string[] }> {
  const gone: string[] = [];
  const left: string[] = [];
  for (const [name, record] of Object.entries(recordsOf(world, context))) {
    const problem = await forgetKey(world, record);
    if (problem === undefined) gone.push(name);
    else left.push(problem);
  }
  if (gone.length > 0) await recordSecrets(world, context, (records) => gone.reduce(without, records));
  return { gone, left };
}

type Records = Readonly<Record<string, SecretRecord>>;

const without = (records: Records, name: string): Records =>
  Object.fromEntries(Object.entries(records).filter(([one]) => one !== name));

function recordOf(world: Pick<World, 'settings'>, { context, name }: SecretName): SecretRecord | undefined {
  const records = recordsOf(world, context);
  return Object.hasOwn(records, name) ? records[name] : undefined;
}

function recordsOf({ settings }: Pick<World, 'settings'>, context: string): Records {
  const contexts = contextsIn(settings.read());
  return (Object.hasOwn(contexts, context) ? contexts[context]?.webhookSecrets : undefined) ?? {};
}

async function recordSecrets(
  { settings }: Pick<World, 'settings'>,
  context: string,
  change: (records: Records) => Records,
): Promise<void> {
  await settings.write((before) =>
    withContext(before, context, ({ webhookSecrets = {}, ...rest }) => {
      const records = change(webhookSecrets);
      return Object.keys(records).length === 0 ? rest : { ...rest, webhookSecrets: records };
    }),
  );
}
