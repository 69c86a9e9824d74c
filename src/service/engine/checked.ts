/** Operations that the engine serves after an area has looked at the call: a refusal ends it, nothing lets it go on. */
import type { Call, Reply } from '../call.ts';
import type { Desk, Handler } from '../desk.ts';
import { engine } from './engine.ts';

export type Check = (call: Call, desk: Desk) => Promise<Reply | undefined> | Reply | undefined;

/** Asks the checks one after the other, then serves as the effect declares. */
export const checked = (...checks: readonly Check[]): Handler => checkedBefore(engine, ...checks);

/** Asks the checks before a handler that adds something of its own, such as `engineWith`. */
export const checkedBefore =
  (serve: Handler, ...checks: readonly Check[]): Handler =>
  async (call, desk) => {
    for (const check of checks) {
      const refusal = await check(call, desk);
      if (refusal !== undefined) return refusal;
    }
    return serve(call, desk);
  };
