/** Secrets of webhook endpoints on the command line: from a file, the environment, standard input, or kept; never the value of a flag. */
import { failure } from '../../kernel/failure.ts';
import type { Bytes } from '../../kernel/ids.ts';
import type { Context } from '../command.ts';

/** A secret, and what it is called when it is spoken of. */
export interface NamedSecret {
  readonly name: string;
  readonly secret: string;
}

/** A secret of 256 bits, as many as a signature has. Made here, since the service makes none. Source: WHK-07 */
export const freshSecret = (random: Bytes): string => Buffer.from(random(32)).toString('hex');

/** Of an endpoint that is made for a run and removed at its end. */
export const ownSecret = ({ world }: Context): NamedSecret => ({ name: 'this run', secret: freshSecret(world.random) });

/** Flags of the commands that sign or verify. */
export const secretFlags = {
  secretFile: {
    type: 'file',
    repeat: true,
    placeholder: 'file',
    common: true,
    summary: 'Read the secret from this file; a trailing line break is ignored',
  },
  secretEnv: {
    type: 'string',
    repeat: true,
    placeholder: 'name',
    common: true,
    summary: 'Read the secret from this environment variable',
  },
  secretName: {
    type: 'string',
    repeat: true,
    placeholder: 'name',
    common: true,
    values: 'secret',
    summary: 'Use the secret that `svc webhooks secret` stored under this name or id',
  },
  secretStdin: { type: 'boolean', summary: 'Read the secret from standard input' },
} as const;

export interface SecretFlags {
  readonly secretFile: readonly string[];
  readonly secretEnv: readonly string[];
  readonly secretName: readonly string[];
  readonly secretStdin: boolean | undefined;
}

/**
 * Every secret that was named, in the order file, environment, kept, standard input.
 * @throws Failure `usage` for one that is not there or cannot be one
 */
export async function secretsGiven(context: Context, flags: SecretFlags): Promise<readonly NamedSecret[]> {
  const { world } = context;
  const found: NamedSecret[] = [];
  for (const path of flags.secretFile) found.push(named(path, await world.files.readText(path, LONGEST_FILE_BYTES)));
  for (const name of flags.secretEnv) found.push(named(name, fromEnvironment(context, name)));
  for (const name of flags.secretName) found.push({ name, secret: await readSecret(context, name) });
  if (flags.secretStdin === true) found.push(named('standard input', await world.io.in.text()));
  return found;
}

/**
 * The one secret that was named; undefined when none was.
 * @throws Failure `usage` when several were
 */
export async function secretGiven(context: Context, flags: SecretFlags): Promise<NamedSecret | undefined> {
  const [one, other] = await secretsGiven(context, flags);
  if (other === undefined) return one;
  throw failure('usage', { message: 'Give only one secret for signing.', param: '--secret-file' });
}

/** @throws Failure `usage` when no secret was named */
export async function secretRequired(context: Context, flags: SecretFlags): Promise<NamedSecret> {
  const given = await secretGiven(context, flags);
  if (given !== undefined) return given;
  throw failure('usage', {
    message: 'There is no secret to sign with.',
    hint: 'Give --secret-file, --secret-env, --secret-stdin, or --secret-name for a stored one.',
  });
}

/** Every secret that is kept in the context in force, none without a context: to find out which of them signed. */
export async function secretsOfContext({ world, flags }: Context): Promise<readonly NamedSecret[]> {
  const { secretContextIfAny, secretsKept } = await import('../../auth/webhook-secrets.ts');
  const name = secretContextIfAny(world, { context: flags.context });
  return name === undefined ? [] : secretsKept(world, name);
}

const LONGEST_FILE_BYTES = 64 * 1024;

function fromEnvironment({ world }: Context, name: string): string {
  const value = world.env[name];
  if (value !== undefined && value !== '') return value;
  throw failure('usage', { message: `The environment variable ${name} is not set.`, param: '--secret-env' });
}

async function readSecret({ world, flags }: Context, name: string): Promise<string> {
  const { secretContext, secretNamed } = await import('../../auth/webhook-secrets.ts');
  return secretNamed(world, { context: secretContext(world, { context: flags.context }), name });
}

/** @throws Failure `usage` for a text that is no secret */
export function named(name: string, text: string): NamedSecret {
  const secret = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  if (secret === '') throw failure('usage', { message: `There is no secret in ${name}: it is empty.`, param: name });
  if (/[\r\n]/.test(secret))
    throw failure('usage', { message: `A secret must be a single line; ${name} has several.`, param: name });
  // Bytes that are no UTF-8 have been read as the replacement character: what they would sign nobody could check.
  if (/[\0\uFFFD]/.test(secret))
    throw failure('usage', { message: `A secret must be text; ${name} is binary.`, param: name });
  return { name, secret };
}
