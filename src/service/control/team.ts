/** The team on the control surface: its plan, and further teams and members with keys of their own. */
import { created, ok, type Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { TEAM_KIND } from '../records/team.ts';
import { ROLE_NAMES } from '../../kernel/roles.ts';
import { PLAN_PRESETS, type PlanPreset } from '../../kernel/steering.ts';
import { planOf, type Plan } from '../limits/plan.ts';
import type { Parts } from '../parts.ts';
import { foundTeam, joinTeam } from '../seed/start.ts';
import type { ControlCall, ControlRoute } from './route.ts';

const FLAG = { type: 'boolean' } as const;

const ROLE = { type: 'string', enum: ROLE_NAMES } as const;

export const teamRoutes: readonly ControlRoute[] = [
  {
    method: 'PATCH',
    path: '/_local/team',
    body: {
      type: 'object',
      properties: {
        preset: { type: 'string', enum: PLAN_PRESETS },
        profileCap: { type: ['integer', 'null'], minimum: 0 },
        paymentMethod: FLAG,
        paymentFailed: FLAG,
        adsAddon: FLAG,
        inbox: FLAG,
        analyticsAddon: FLAG,
        legacyDailyCap: { enum: [5, 8, 20, null] },
        rateLimitPerMinute: { type: ['integer', 'null'], minimum: 1 },
        features: { type: 'object', additionalProperties: FLAG },
        snapchatApproved: FLAG,
        disabledPlatforms: { type: 'array', items: { type: 'string' } },
        role: ROLE,
      },
    },
    answer: setPlan,
  },
  {
    method: 'POST',
    path: '/_local/teams',
    body: { type: 'object', properties: { name: { type: 'string', minLength: 1 } } },
    answer: async ({ body }, { desk }) => {
      const name = typeof body['name'] === 'string' ? body['name'] : 'Second team';
      const founded = await foundTeam(desk, { name, key: desk.ids.key() });
      return created(founded);
    },
  },
  {
    method: 'POST',
    path: '/_local/users',
    body: { type: 'object', properties: { teamId: { type: 'string' }, role: ROLE } },
    answer: addUser,
  },
];

async function setPlan({ body }: ControlCall, { desk, lifecycle }: Parts): Promise<Reply> {
  const teamId = lifecycle.teamId();
  const { preset, ...changes } = body as Partial<Plan> & { preset?: PlanPreset };
  const before = preset === undefined ? await desk.plan.of(teamId) : planOf(preset);
  const features = { ...before.features, ...changes.features };
  const plan: Plan = { ...before, ...changes, features };
  await desk.plan.set(teamId, plan);
  return ok({ team: plan });
}

async function addUser({ body }: ControlCall, { desk, lifecycle }: Parts): Promise<Reply> {
  const teamId = typeof body['teamId'] === 'string' ? body['teamId'] : lifecycle.teamId();
  if ((await desk.store.read.get(TEAM_KIND, teamId)) === undefined)
    return refuse('not_found', { message: 'There is no such team.', param: 'teamId' });
  const role = typeof body['role'] === 'string' ? body['role'] : 'member';
  return created(await joinTeam(desk, { teamId, role, key: desk.ids.key() }));
}
