/** What the doctor looks at by asking: the local service always, the service in force only with --network. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { AimFlags } from '../../auth/settings.ts';
import { baseUrlOf, requireTrusted, resolveTarget } from '../../auth/target.ts';
import { effectiveSettings } from '../../auth/settings.ts';
import { localFolder, stateIn } from '../../auth/local-service.ts';
import { isRefused, verifyKey } from '../../auth/verify.ts';
import { localHealthAt } from '../../client/local-health.ts';
import { Failure } from '../../kernel/failure.ts';
import { TransportFault } from '../../kernel/transport.ts';
import type { World } from '../../world/world.ts';
import { versionGap } from '../local-version.ts';
import { tryCheck, type Check } from './check.ts';

const LIMIT_MS = 5_000;

/** The check that asks the service about the key. */
export const KEY_CHECK = 'key at the service';

export interface LocalFinding {
  readonly found: Check;
  readonly isRunning: boolean;
}

export async function localService(world: World, aim: AimFlags): Promise<LocalFinding> {
  let isRunning = false;
  const found = await tryCheck('local service', async () => {
    const state = await stateIn(world, localFolder(world, aim));
    if (state === undefined) return { check: 'local service', status: 'ok', message: 'Not running.' };
    const { status, health } = await askHealth(world, state.url);
    isRunning = true;
    const gap = versionGap(world, state);
    if (status === 200 && gap !== undefined) return { check: 'local service', status: 'warn', message: gap };
    if (health.message !== undefined)
      return { check: 'local service', status: 'warn', message: `${state.url}: ${health.message}` };
    if (status === 200) return { check: 'local service', status: 'ok', message: `${state.url} is healthy.` };
    const hint = '`svc local restart` restarts it; its data is kept.';
    return {
      check: 'local service',
      status: 'fail',
      message: `${state.url} responds with ${status} to a health check.`,
      hint,
    };
  });
  return { found, isRunning };
}

/** Reachability, clock and key, of the service in force. */
export async function network(world: World, catalog: Catalog, aim: AimFlags): Promise<readonly Check[]> {
  const checks: Check[] = [];
  checks.push(
    await tryCheck('network', async () => {
      const effective = effectiveSettings(world, aim);
      await requireTrusted(world, effective, { ...aim, ask: false });
      const url = baseUrlOf(effective);
      const began = world.clock.monotonic();
      const { headers } = await askAddress(world, url + catalog.card('verifyCredential').path);
      const ms = Math.round(world.clock.monotonic() - began);
      checks.push(await clock(world, url, headers['date']));
      return { check: 'network', status: 'ok', message: `${new URL(url).host} responds within ${ms} ms.` };
    }),
  );
  checks.push(await tryCheck(KEY_CHECK, () => keyWorks(world, catalog, aim)));
  return checks;
}

/** Seconds by which clocks may differ before it matters to anybody, and before it matters to certificates and schedules. */
const [NOTABLE_S, GRAVE_S] = [30, 300];

async function clock(world: World, url: string, date: string | undefined): Promise<Check> {
  if ((await localHealthAt(world, url).catch(() => undefined)) !== undefined)
    return { check: 'clock', status: 'ok', message: 'The local service has its own clock.' };
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return { check: 'clock', status: 'ok', message: 'The service does not send its time.' };
  const seconds = Math.round((world.clock.now() - serverMs) / 1000);
  const message = `This machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the service.`;
  if (Math.abs(seconds) < NOTABLE_S) return { check: 'clock', status: 'ok', message };
  const status = Math.abs(seconds) < GRAVE_S ? 'warn' : 'fail';
  return { check: 'clock', status, message, hint: 'Turn on automatic time (NTP).' };
}

async function keyWorks(world: World, catalog: Catalog, aim: AimFlags): Promise<Check> {
  const target = await resolveTarget(world, { ...aim, ask: false });
  try {
    const { email, name } = await verifyKey(target, { world, catalog });
    const whose = name ?? email ?? undefined;
    const message =
      whose === undefined ? 'The service accepts the key.' : `The service accepts the key, owned by ${whose}.`;
    return { check: KEY_CHECK, status: 'ok', message };
  } catch (error) {
    if (!isRefused(error)) throw notChecked(error);
    const hint = target.remedy ?? '`svc login` creates a new one.';
    return { check: KEY_CHECK, status: 'fail', message: 'The service rejects the key.', hint };
  }
}

function notChecked(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { fields, exit } = error;
  return new Failure({ ...fields, message: `The key was not checked: ${fields.message}` }, exit, error);
}

interface Health {
  /** What is wrong, and what to do about it. */
  readonly message?: string;
}

async function askHealth(world: World, url: string): Promise<{ status: number; health: Health }> {
  const answer = await sendQuestion(world, `${url}/_local/health`);
  return { status: answer.status, health: healthIn(await answer.bytes()) };
}

function healthIn(bytes: Uint8Array): Health {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as Health;
  } catch {
    return {};
  }
}

async function askAddress(world: World, url: string) {
  const answer = await sendQuestion(world, url);
  answer.discard();
  return answer;
}

async function sendQuestion(world: World, url: string) {
  try {
    return await world.http.single.send({ method: 'GET', url, headers: {}, timeoutMs: LIMIT_MS });
  } catch (error) {
    if (!(error instanceof TransportFault)) throw error;
    throw new Error(`${new URL(url).host} does not respond: ${error.message}.`, { cause: error });
  }
}
