/** The hidden door of the completion scripts: `svc __complete …`. Next stop: completion.ts, loaded only here. */
import type { Io } from '../../world/io.ts';
import type { Completing } from './completion.ts';

const DOOR = '__complete';

export const asksForWords = ([first]: readonly string[]): boolean => first === DOOR;

/** A shell gets words or nothing: an error would stand in the middle of what somebody is typing. */
export async function offerWords([, ...asked]: readonly string[], out: Io['out'], parts: Completing): Promise<void> {
  const { completed } = await import('./completion.ts');
  out.write(await completed(asked, parts).catch(() => ''));
}
