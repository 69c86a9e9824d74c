/** The whole state on the control surface: reset, snapshots, the worker. */
import { SEED_PACKS, WORKER_STATES } from '../../kernel/steering.ts';
import { refuse } from '../refuse.ts';
import type { ControlRoute } from './route.ts';

/** A name that is a file name everywhere. */
const NAME = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' } as const;

export const stateRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/reset',
    body: {
      type: 'object',
      properties: {
        seedPack: { type: 'string', enum: SEED_PACKS },
        seed: { type: 'integer', minimum: 0 },
        snapshot: NAME,
      },
    },
    answer: async ({ body }, { lifecycle }) => {
      const outcome = await lifecycle.reset(body);
      if (outcome === 'done') return { status: 200, body: {} };
      if (outcome === 'missing')
        return refuse('not_found', {
          message: 'There is no snapshot with this name. `svc local snapshot list` shows all snapshots.',
          param: 'snapshot',
        });
      return refuse('invalid_resource_state', {
        message: `The snapshot ${outcome.name} is damaged and was not restored. ${outcome.problem}`,
        param: 'snapshot',
      });
    },
  },
  {
    method: 'POST',
    path: '/_local/snapshots',
    body: { type: 'object', required: ['name'], properties: { name: NAME } },
    answer: async ({ body }, { lifecycle }) => {
      await lifecycle.takeSnapshot(String(body['name']));
      return { status: 201, body: { name: body['name'] } };
    },
  },
  {
    method: 'GET',
    path: '/_local/snapshots',
    answer: async (_call, { lifecycle }) => ({ status: 200, body: await lifecycle.snapshots() }),
  },
  {
    method: 'POST',
    path: '/_local/worker',
    body: {
      type: 'object',
      properties: { state: { type: 'string', enum: WORKER_STATES }, step: { type: 'integer', minimum: 1 } },
    },
    answer: async ({ body }, { worker }) => {
      if (body['state'] === 'paused') worker.pause();
      if (body['state'] === 'running') worker.resume();
      const ran = typeof body['step'] === 'number' ? await worker.step(body['step']) : 0;
      return { status: 200, body: { state: worker.isPaused() ? 'paused' : 'running', ran } };
    },
  },
];
