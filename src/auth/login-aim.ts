/** What a login is for: which address, and which context gets the key. Asked by the login commands. */
import { failure } from '../kernel/failure.ts';
import type { Machine } from '../world/machine.ts';
import type { World } from '../world/world.ts';
import { normalBaseUrl } from './base-url.ts';
import { contextsIn, LOCAL_CONTEXT, nameProblem, withContext, type ContextRecord } from './context.ts';
import { projectFile } from './project.ts';
import { contextNamed, effectiveSettings, fromEnvironment, type AimFlags, type Effective } from './settings.ts';
import { baseUrlOf, requireTrusted, type TargetWorld } from './target.ts';

export interface LoginAim {
  readonly context: string;
  readonly baseUrl: string;
}

/**
 * @throws Failure `usage` without an address, for a name that no context can have, and while the environment holds a key
 */
export async function loginAim(world: TargetWorld, flags: AimFlags): Promise<LoginAim> {
  refuseEnvironmentKey(world);
  const named = contextNamed(world, flags, projectFile(world));
  const problem = named && nameProblem(named.value);
  if (named !== undefined && problem !== undefined) throw failure('usage', { message: problem, param: named.source });
  const effective = effectiveSettings(named === undefined ? world : pretending(world, named.value), flags);
  await requireTrusted(world, effective, flags);
  const baseUrl = baseUrlOf(effective);
  const context = named?.value ?? contextFor(baseUrl, effective, contextsIn(world.settings.read()));
  refuseForeignLocal(context, baseUrl, contextsIn(world.settings.read()));
  return { context, baseUrl };
}

/** A key in the environment wins over every stored one, so a login would change nothing. Source: design §5 */
export function refuseEnvironmentKey(world: Pick<World, 'env'>): void {
  const given = fromEnvironment('apiKey', world);
  if (given === undefined) return;
  throw failure('usage', {
    message: `${given.source} is set and takes precedence over every stored key.`,
    param: given.source,
    hint: `Unset ${given.source} to log in; \`svc whoami\` shows whose key it is.`,
  });
}

/** As if the context existed: a login may be its beginning. */
function pretending(world: TargetWorld, name: string): TargetWorld {
  const read = () => withContext(world.settings.read(), name, (record) => record);
  return { ...world, settings: { ...world.settings, read } };
}

/** The current context, else any, when it is for that address; else one with the name of the host. */
function contextFor(
  baseUrl: string,
  { context, record }: Effective,
  all: Readonly<Record<string, ContextRecord>>,
): string {
  const { origin } = new URL(baseUrl);
  if (context !== undefined && (record.baseUrl === undefined || isAt(record, origin))) return context.value;
  const [found] = Object.entries(all).find(([, one]) => isAt(one, origin)) ?? [];
  return found ?? freeName(new URL(baseUrl).host.replace(/[^\w.-]+/g, '-').replace(/^-+/, ''), all);
}

const isAt = ({ baseUrl }: ContextRecord, origin: string): boolean =>
  baseUrl !== undefined && new URL(normalBaseUrl(baseUrl, 'the context')).origin === origin;

function freeName(wanted: string, taken: object, count = 1): string {
  const name = count === 1 ? wanted : `${wanted}-${count}`;
  return Object.hasOwn(taken, name) ? freeName(wanted, taken, count + 1) : name;
}

/** `svc local start` writes that context anew each time. */
function refuseForeignLocal(context: string, baseUrl: string, all: Readonly<Record<string, ContextRecord>>): void {
  const record = all[LOCAL_CONTEXT];
  if (context !== LOCAL_CONTEXT || (record !== undefined && isAt(record, new URL(baseUrl).origin))) return;
  throw failure('usage', {
    message: `The context ${LOCAL_CONTEXT} belongs to the local service, but ${baseUrl} is a different URL.`,
    param: '--context',
    hint: 'Choose another context with --context.',
  });
}

/** Control signs have no place in a name that others read. */
const DEVICE = /^[^\p{Cc}\p{Cf}]{1,100}$/u;

/**
 * The name of this machine towards the service, which keeps one key for each name.
 * @throws Failure `usage` where the machine's own name says nothing, as in a container and in CI, and none was given
 */
export function deviceNameFor(machine: Machine, given: string | undefined): string {
  const isPassing = machine.isContainer || machine.isCi;
  if (given === undefined && isPassing) {
    throw failure('usage', {
      message: `${machine.isCi ? 'A build machine' : 'A container'} has no stable name, and each device name has one key: give this device a name.`,
      param: '--device-name',
      hint: 'Add --device-name with a name that no other machine uses: a login with the same name revokes the other key. Or set SVC_API_KEY.',
    });
  }
  const name = (given ?? machine.name).trim();
  if (DEVICE.test(name)) return name;
  throw failure('usage', { message: 'A device name must be 1 to 100 visible characters.', param: '--device-name' });
}
