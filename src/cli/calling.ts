/** Everything a command needs to call the API, in one file of the bundle: settings, target, client, operation. */
import { effectiveSettings, type AimFlags } from '../auth/settings.ts';
import type { Sourced } from '../auth/sourced.ts';
import { dateOrderFor, resolveTarget, zoneFor } from '../auth/target.ts';
import { lookWith } from '../client/look.ts';
import { openClient, type Client, type ClientOptions } from '../client/call.ts';
import type { CallInput } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import type { Card } from '../kernel/card.ts';
import type { DateOrder } from '../kernel/formats.ts';
import type { World } from '../world/world.ts';
import { checkCommand } from './check-command.ts';
import type { Context, GlobalFlags, Outcome } from './command.ts';
import { previewOf as preview, runOperation, type ChosenOperation } from './operation.ts';
import { writeLine } from '../output/neutral.ts';

type Aim = Pick<GlobalFlags, 'context' | 'input'>;

const aimOf = ({ context, input }: Aim): AimFlags => ({ context, ask: input });

/** @throws Failure `no_credential` without a key, `usage` without a base URL */
export const targetFor = (world: World, aim: Aim): Promise<Target> => resolveTarget(world, aimOf(aim));

/** The form of results that the environment, a project or the context asks for. */
export const outputSetting = (world: World, aim: { context: string | undefined }): Sourced | undefined =>
  effectiveSettings(world, aim).output;

/** How dates in figures are read; undefined refuses those that read two ways. */
export const dateOrderOf = (world: World, aim: Aim): DateOrder | undefined => dateOrderFor(world, aimOf(aim));

/** IANA zone for times typed without one. */
export const zoneOf = (world: World, aim: Aim): string => zoneFor(world, aimOf(aim));

/** The request of a call, as --dry-run shows it. */
export const previewOf = (context: Context, card: Card, input: CallInput): Promise<Outcome> =>
  preview(context, card, input);

/** Runs a generated command. */
export const runCall = (chosen: ChosenOperation, context: Context): Promise<Outcome> => runOperation(chosen, context);

/** @param more for many calls: a pool of connections, their pace, a signal of their own */
export function clientFor(
  context: Context,
  target: Target,
  more: Pick<ClientOptions, 'pooled' | 'pace'> & { readonly signal?: AbortSignal } = {},
): Client {
  const { world, flags, signal, say, catalog } = context;
  return openClient({
    world,
    target,
    signal,
    check: (card, input) => checkCommand(card, input, catalog),
    notice: say,
    look: lookWith({ world, catalog, baseUrl: target.baseUrl }),
    ...(flags.timeoutMs !== undefined && { timeoutMs: flags.timeoutMs }),
    ...(flags.maxWaitMs !== undefined && { maxWaitMs: flags.maxWaitMs }),
    ...(flags.debug && { debug: (line: string) => writeLine(world.io, line) }),
    ...more,
  });
}
