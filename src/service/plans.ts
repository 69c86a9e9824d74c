/** The plans of teams: kept as records, remembered between writes. A team without a plan of its own has the start-up plan. */
import type { Clock } from '../kernel/clock.ts';
import type { Plan, PlanDesk } from './limits/plan.ts';
import { TEAM_KIND } from './records/team.ts';
import { remembered } from './store/remembered.ts';
import type { Records, ServiceStore } from './store/service-store.ts';
import { ownKind } from './store/record.ts';
import type { Tx } from './store/store.ts';

const KIND = ownKind<Plan>('$plan');

/** Reads the plan of a team. @param first the start-up plan */
export const openPlanReader = (records: Records, first: Plan): PlanDesk['of'] =>
  remembered(records, KIND, async (teamId) => (await records.read.get(KIND, teamId))?.doc ?? first);

export function openPlans(store: ServiceStore, clock: Clock, first: Plan): PlanDesk {
  return {
    of: openPlanReader(store, first),
    set: (teamId, plan) => store.transact((tx) => tx.put(planRecord(teamId, plan, clock.now()))),
  };
}

/** Gives every team without a plan of its own this one: what it had where it comes from. */
export async function settlePlans(tx: Tx, plan: Plan, now: number): Promise<void> {
  for (const { id } of await tx.list(TEAM_KIND))
    if ((await tx.get(KIND, id)) === undefined) await tx.put(planRecord(id, plan, now));
}

const planRecord = (teamId: string, plan: Plan, createdAt: number) => ({
  kind: KIND,
  id: teamId,
  teamId,
  profileId: null,
  parentId: null,
  createdAt,
  doc: { ...plan },
});
