/** The landings that every call passes, in their order: the drawing of docs/tour.md as a list. Next stop: corridor.ts walks it. */
import { answer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { decode } from './decode.ts';
import { fault } from './fault.ts';
import { gate } from './gate.ts';
import { handle } from './handle.ts';
import type { Landing } from './landing.ts';
import { limit } from './limit.ts';
import { once } from './once.ts';
import { permit } from './permit.ts';
import { reach } from './reach.ts';
import { upstream } from './upstream.ts';

export const LANDINGS: readonly Landing[] = [
  authenticate,
  limit,
  permit,
  gate,
  fault,
  decode,
  reach,
  once,
  upstream,
  handle,
  answer,
];
