/** Opens the console of a local service in the browser, by an address that works once. Used by `svc local open` and `svc local start --open`. */
import type { ControlTarget } from '../client/control.ts';
import type { ConsolePanel } from '../kernel/console.ts';
import type { Context } from './command.ts';
import { withoutUnset } from './local.ts';

export interface Opening {
  readonly panel?: ConsolePanel | undefined;
  /** False only makes the address. */
  readonly browser: boolean;
}

/** @returns the address, of use for a minute @throws Failure `network` when the service does not answer */
export async function openConsole(
  { world, signal }: Pick<Context, 'world' | 'signal'>,
  service: ControlTarget,
  { panel, browser }: Opening,
): Promise<string> {
  const { sendControl } = await import('../client/control.ts');
  const call = { method: 'POST', path: '/_local/console', body: withoutUnset({ panel }) } as const;
  const { url } = await sendControl(world, service, call, signal);
  if (browser && world.browser.usable) await world.browser.open(String(url));
  return String(url);
}

/** Opens the console, or says where it is opened when there is no browser here. */
export async function showConsole(
  context: Pick<Context, 'world' | 'signal' | 'say'>,
  service: ControlTarget,
): Promise<void> {
  const url = await openConsole(context, service, { browser: true });
  if (!context.world.browser.usable) context.say(`Open the console with ${url} within a minute.`);
}
