/** A seed file on the control surface: `svc local seed`. */
import { ok } from '../call.ts';
import { problemRefusal } from '../problem-refusal.ts';
import type { ControlRoute } from './route.ts';

export const seedRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/seed',
    body: { type: 'object', required: ['document'], properties: { document: { type: 'object' } } },
    answer: async ({ body }, { desk, lifecycle }) => {
      const { seedFile } = await import('../seed/file.ts');
      const teamId = lifecycle.teamId();
      const users = await desk.store.read.list('user', { teamId });
      const userId = users.find(({ doc }) => doc.role === 'owner')?.id ?? '';
      const document = body['document'] as Record<string, unknown>;
      const outcome = await lifecycle.alone(() => seedFile(desk, { teamId, userId }, document));
      return 'problems' in outcome ? problemRefusal(outcome.problems) : ok(outcome);
    },
  },
];
