/** The last landing: the reply of every call whose body was read passes it, and leaves as a fault asks. Next stop: http/send.ts. */
import type { Landing } from './landing.ts';

export const answer: Landing = {
  name: 'answer',
  needs: 'reply',
  open:
    ({ parts: { reads } }, { card: { guard } }) =>
    async (visit, next) => {
      const reply = await next();
      if (reply === undefined) return undefined;
      const { request } = visit;
      const key = `${request.passage.caller?.keyId ?? ''} ${request.url}`;
      // Source: specification, "Request rate"
      const whole = guard?.quota !== undefined && visit.isMadeUp !== true ? reads.through(key, reply) : reply;
      return visit.replace?.(whole) ?? whole;
    },
};
