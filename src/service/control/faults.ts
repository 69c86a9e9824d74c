/** Faults on the control surface: added, listed, removed. corridor/fault.ts lets requests meet them. */
import { METHODS } from '../../kernel/methods.ts';
import { FAULT_DROPS } from '../../kernel/steering.ts';
import { created, ok } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { NewFault } from '../faults/faults.ts';
import type { ControlRoute } from './route.ts';

const TEXT = { type: 'string', minLength: 1 } as const;

const MATCH = {
  type: 'object',
  additionalProperties: false,
  properties: {
    method: { type: 'string', enum: METHODS },
    path: TEXT,
    operation: TEXT,
    accountId: TEXT,
    key: TEXT,
  },
} as const;

const ACTION = {
  type: 'object',
  additionalProperties: false,
  properties: {
    status: { type: 'integer', minimum: 200, maximum: 599 },
    body: {},
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    delayMs: { type: 'integer', minimum: 0 },
    drop: { type: 'string', enum: FAULT_DROPS },
    truncate: { const: true },
    malformed: { const: true },
  },
} as const;

export const faultRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/faults',
    body: {
      type: 'object',
      required: ['match', 'action'],
      properties: {
        match: MATCH,
        action: ACTION,
        times: { type: 'integer', minimum: 1 },
        after: { type: 'integer', minimum: 0 },
        probability: { type: 'number', minimum: 0, maximum: 1 },
      },
    },
    answer: async ({ body }, { faults, requestIds }) => {
      const fault = faults.add(requestIds.record(), body as unknown as NewFault);
      return created({ id: fault.id });
    },
  },
  { method: 'GET', path: '/_local/faults', answer: async (_call, { faults }) => ok({ faults: faults.list() }) },
  {
    method: 'DELETE',
    path: '/_local/faults',
    answer: async (_call, { faults }) => {
      faults.clear();
      return ok({});
    },
  },
  {
    method: 'DELETE',
    path: '/_local/faults/:id',
    answer: async ({ params }, { faults }) =>
      faults.remove(params['id'] ?? '') ? ok({}) : refuse('not_found', { message: 'There is no fault with this id.' }),
  },
];
