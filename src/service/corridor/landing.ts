/** What a landing of the corridor is: it lets a call pass, or turns it back with a reply. landings.ts lists them all. */
import type { Card } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Call, Caller, Reply } from '../call.ts';
import type { Desk, Handler } from '../desk.ts';
import type { Passage } from '../exchange/passage.ts';
import type { Exchange, Leaving } from '../exchange/serving.ts';
import type { House } from './house.ts';

/** The answer of a call that was cut off after its record was made. */
export type Resume = (made: string, call: Call) => Promise<Reply>;

/** An operation with the function that serves it. */
export interface Operation extends Pick<Card, 'method' | 'path'> {
  readonly card: Card;
  readonly schemas: Schemas;
  readonly handler: Handler;
  readonly resume: Resume;
}

/** One call on its way; landings add what later ones need. */
export interface Visit extends Exchange {
  /** Set by `decode`. */
  call?: Call;
  /** The desk that the handler works with, where it is not the service's own. Set by `once`. */
  desk?: Desk;
  /** Set by `fault`; whole without it. */
  leaving?: Leaving;
  /** What a fault makes of the answer. */
  replace?: (reply: Reply) => Reply;
  /** True when a fault answers in the handler's place and its answer does not simulate a full quota. */
  isMadeUp?: boolean;
}

/** What follows a landing; undefined when everything that can be asked so far lets the call pass. */
export type Next = () => Promise<Reply | undefined>;

/** Passes one landing with what is known there: only the request until its body has been read. */
export type Pass<T = Pick<Visit, 'request'>> = (visit: T, next: Next) => Promise<Reply | undefined>;

/**
 * `needs` says what must be known before the landing can be passed: the head of the request, which unknown addresses
 * have too; the operation; its body; or the reply of all landings before.
 */
export type Landing =
  | { readonly name: string; readonly needs: 'head'; readonly open: (house: House) => Pass }
  | { readonly name: string; readonly needs: 'operation'; readonly open: (house: House, operation: Operation) => Pass }
  | {
      readonly name: string;
      readonly needs: 'body' | 'reply';
      /** Prepares what can be prepared once for an operation. */
      readonly open: (house: House, operation: Operation) => Pass<Visit>;
    };

/** Who calls, at every landing after the first. */
export function callerOf({ caller }: Passage): Caller {
  if (caller === undefined) throw new Error('A request came past authentication without a caller.');
  return caller;
}

/** The call, at every landing after `decode`. */
export function callIn({ call }: Visit): Call {
  if (call === undefined) throw new Error('A call came past decoding without its parts.');
  return call;
}
