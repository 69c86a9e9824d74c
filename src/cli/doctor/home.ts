/** What the doctor looks at on this machine: versions, settings, project file, names of the environment, proxy, port, completion. */
import { contextsIn } from '../../auth/context.ts';
import { projectFile } from '../../auth/project.ts';
import { isTrusted, leadingWords } from '../../auth/trust.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import { VARIABLES } from '../../kernel/variables.ts';
import type { World } from '../../world/world.ts';
import { blockFor, shellOf, startFile } from '../completion/install.ts';
import type { Check } from './check.ts';

export async function versions({ installation, machine, files, host }: World): Promise<Check> {
  const text = await files.readIfThere(`${installation.root}/package.json`);
  const { engines } = JSON.parse(text ?? '{}') as { engines?: { node?: string } };
  const floor = engines?.node?.replace(/^>=\s*/, '') ?? '0';
  const message = `svc ${installation.version} on Node ${machine.nodeVersion}, ${host.platform}`;
  if (isAtLeast(machine.nodeVersion, floor)) return { check: 'versions', status: 'ok', message };
  return { check: 'versions', status: 'fail', message, hint: `svc needs Node ${floor} or later.` };
}

function isAtLeast(version: string, floor: string): boolean {
  const [have, want] = [version, floor].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((place) => (have?.[place] ?? 0) !== (want?.[place] ?? 0)) ?? 0;
  return (have?.[at] ?? 0) >= (want?.[at] ?? 0);
}

export function settingsFile({ settings }: World): Check {
  const fields = settings.read();
  const names = Object.keys(contextsIn(fields));
  const current = fields['currentContext'];
  if (current !== undefined && !names.includes(String(current))) {
    return {
      check: 'settings',
      status: 'warn',
      message: `The current context ${String(current)} does not exist.`,
      hint: '`svc context use` chooses another one.',
    };
  }
  const words =
    names.length === 0 ? 'no context yet' : `contexts ${names.join(', ')}; current ${String(current ?? 'none')}`;
  return { check: 'settings', status: 'ok', message: `${settings.path}: ${words}` };
}

export async function project(world: World): Promise<Check> {
  const found = projectFile(world);
  if (found === undefined) return { check: 'project', status: 'ok', message: 'No project file here.' };
  const words = leadingWords(found);
  if (words.length === 0 || (await isTrusted(world, found)))
    return { check: 'project', status: 'ok', message: `${found.path} is in effect.` };
  return {
    check: 'project',
    status: 'warn',
    message: `${found.path} sets where requests go (${words.join(', ')}) and is not trusted.`,
    hint: 'Review it, then run `svc config trust`.',
  };
}

/** Older names work as long as the current ones are absent. */
export function environment({ env }: World): Check {
  const older = Object.values(VARIABLES).flatMap(([now, ...before]: readonly string[]) =>
    before.filter((name) => env[name]).map((name) => `${name} (now ${now ?? ''})`),
  );
  if (older.length === 0) return { check: 'environment', status: 'ok', message: 'Only current names are used.' };
  return {
    check: 'environment',
    status: 'warn',
    message: `Older names are set: ${older.join(', ')}.`,
    hint: 'Use the current names; an older one applies only if the current one is not set.',
  };
}

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY'] as const;

/** Credentials in the address of a proxy are not shown. */
export function proxy({ env }: World): Check {
  const set = PROXIES.flatMap((name) => {
    const value = env[name.toLowerCase()] || env[name];
    return value ? [[name, value] as const] : [];
  });
  const wrong = set.find(([, value]) => !URL.canParse(value));
  if (wrong !== undefined) {
    const hint = 'Use the form http://host:port.';
    return { check: 'proxy', status: 'fail', message: `${wrong[0]} is not a valid URL.`, hint };
  }
  const words = set.map(([name, value]) => `${name} ${new URL(value).host}`);
  const message = words.length === 0 ? 'No proxy.' : `${words.join(', ')}; never for this machine.`;
  return { check: 'proxy', status: 'ok', message };
}

/** Whether a local service could listen, and on the port its context remembers. */
export async function port(world: World, isRunning: boolean): Promise<Check> {
  const { machine, settings } = world;
  if (!(await machine.canListen(0))) {
    const hint = 'Check for a sandbox or a firewall that blocks it.';
    return { check: 'port', status: 'fail', message: 'Programs cannot listen on 127.0.0.1 on this machine.', hint };
  }
  const stored = contextsIn(settings.read())['local']?.baseUrl;
  const url = stored !== undefined && URL.canParse(stored) ? new URL(stored) : undefined;
  const number = url !== undefined && isLoopback(url.hostname) ? Number(url.port) : 0;
  if (number === 0 || isRunning || (await machine.canListen(number)))
    return { check: 'port', status: 'ok', message: 'A local service can listen on 127.0.0.1.' };
  return {
    check: 'port',
    status: 'warn',
    message: `Another program is using port ${number}, the port of the local service.`,
    hint: '`svc local start` picks a free port unless --port is set.',
  };
}

export async function completion(world: World): Promise<Check> {
  const { shell, file } = placeOf(world) ?? {};
  if (shell === undefined || file === undefined)
    return { check: 'completion', status: 'ok', message: 'svc has no completions for the shell of this session.' };
  const text = (await world.files.readIfThere(file)) ?? '';
  if (text.includes(blockFor(world, shell).trim()))
    return { check: 'completion', status: 'ok', message: `${file} loads it.` };
  return {
    check: 'completion',
    status: 'warn',
    message: `${file} does not load the completion for ${shell}.`,
    hint: '`svc completion install` adds it.',
  };
}

function placeOf(world: World) {
  try {
    const shell = shellOf(world);
    return { shell, file: startFile(world, shell) };
  } catch {
    return undefined;
  }
}
