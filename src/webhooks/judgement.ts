/** The verdict on a delivery that lies before one, as a record for people and programs. Used by verify and inspect. */
import { PREFIXES, prefixAdvice } from './headers.ts';
import { envelopeIn, isProblem, labelOf, signedBy, type Trust } from './receive.ts';
import type { Received } from './verify.ts';

export interface Judgement {
  readonly ok: boolean;
  /** Name of the secret that signed. */
  readonly signedBy?: string;
  /** When it is not genuine: why, for programs and for people. */
  readonly reason?: string;
  readonly sentence?: string;
  /** Name of the secret that does match, with the reason `other_secret`. */
  readonly secretName?: string;
  readonly event?: string;
  readonly id?: string;
  /** How to store the prefix of the headers, where the settings do not have it. */
  readonly advice?: string;
}

/** @param isWhole whether all headers are there: then they must not contradict the body */
export function judged(received: Received, trust: Trust, isWhole: boolean): Judgement {
  const signer = signedBy(received, trust);
  const envelope = envelopeIn(received, trust.prefixes);
  const said = isProblem(envelope) ? labels(received, trust) : { event: envelope.event, id: envelope.id };
  if (isProblem(signer)) return { ok: false, ...signer, ...said };
  if (isWhole && isProblem(envelope)) return { ok: false, ...envelope, ...said };
  const advice = isWhole ? prefixAdvice(received.headers, trust.prefixes ?? PREFIXES) : undefined;
  return { ok: true, signedBy: signer, ...said, ...(advice !== undefined && { advice }) };
}

function labels({ headers }: Received, { prefixes }: Trust): Pick<Judgement, 'event' | 'id'> {
  const [event, id] = [labelOf('Event', headers, prefixes), labelOf('Event-Id', headers, prefixes)];
  return { ...(event !== undefined && { event }), ...(id !== undefined && { id }) };
}
