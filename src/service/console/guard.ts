/** Keeps the console's forms to the console: who visits, and whether a form was made for them here. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Bytes } from '../../kernel/ids.ts';
import type { RawRequest } from '../exchange/raw.ts';
import { isFromElsewhere } from '../exchange/same-site.ts';

export interface Guard {
  /** Who asks, by the cookie of the browser; a fresh one comes with the header that sets it. */
  visitor(request: RawRequest): Visitor;
  /** What a form for `purpose` carries; worth nothing to another visitor, for another purpose, or after a restart. */
  ticket(visitor: Visitor, purpose: string): string;
  /** Whether the visitor was given that ticket for that purpose. */
  isGiven(request: RawRequest, sent: Ticket): boolean;
  /** The same of a form, which besides must have been sent from a page of this very address. */
  isOurs(request: RawRequest, sent: Ticket): boolean;
}

export interface Ticket {
  readonly ticket: string;
  readonly purpose: string;
}

export interface Visitor {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

const COOKIE = 'svc_console';

/** @param random not the seeded bytes of records: nobody may foresee these. @param path under which the cookie is sent */
export function openGuard(random: Bytes, path: string): Guard {
  const secret = Buffer.from(random(32));
  const ticket = (id: string, purpose: string): string =>
    createHmac('sha256', secret).update(`${purpose}\n${id}`).digest('hex');
  const isGiven = (request: RawRequest, sent: Ticket): boolean => {
    const id = cookieOf(request);
    return id !== undefined && isSame(sent.ticket, ticket(id, sent.purpose));
  };
  return {
    visitor(request) {
      const known = cookieOf(request);
      if (known !== undefined) return { id: known, headers: {} };
      const id = Buffer.from(random(32)).toString('hex');
      return { id, headers: { 'Set-Cookie': `${COOKIE}=${id}; Path=${path}; HttpOnly; SameSite=Strict` } };
    },
    ticket: ({ id }, purpose) => ticket(id, purpose),
    isGiven,
    isOurs: (request, sent) => isFromHere(request) && isGiven(request, sent),
  };
}

const cookieOf = ({ headers }: RawRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(headers['cookie'] ?? '')?.[1];

const isFromHere = ({ headers }: RawRequest): boolean =>
  !isFromElsewhere(headers) && ['same-origin', undefined].includes(headers['sec-fetch-site']);

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
