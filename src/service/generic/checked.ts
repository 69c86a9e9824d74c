/** Operations that the generic engine serves after a look of their own: a refusal ends the call, nothing lets it go on. */
import type { Call, Reply } from '../call.ts';
import type { Desk, Handler } from '../desk.ts';
import { genericHandler } from './generic.ts';

/** As the card says. */
export const generic: Handler = (call, desk) =>
  genericHandler(call.card, desk.catalog.file(call.card.area).schemas)(call, desk);

export type Check = (call: Call, desk: Desk) => Promise<Reply | undefined> | Reply | undefined;

/** Asks the checks one after the other, then serves as the card says. */
export const checked =
  (...checks: readonly Check[]): Handler =>
  async (call, desk) => {
    for (const check of checks) {
      const refusal = await check(call, desk);
      if (refusal !== undefined) return refusal;
    }
    return generic(call, desk);
  };
