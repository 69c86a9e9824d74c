/** The plans of teams: kept as records, remembered between writes. A team without a plan of its own has the start-up plan. */
import type { Clock } from '../kernel/clock.ts';
import type { Plan, PlanDesk } from './limits/plan.ts';
import { remembered } from './store/remembered.ts';
import type { SqliteStore } from './store/sqlite.ts';
import { ownKind } from './store/record.ts';

const KIND = ownKind<Plan>('$plan');

export function openPlans(store: SqliteStore, clock: Clock, first: Plan): PlanDesk {
  return {
    of: remembered(store, KIND, async (teamId) => (await store.read.get(KIND, teamId))?.doc ?? first),
    set: (teamId, plan) =>
      store.transact((tx) =>
        tx.put({
          kind: KIND,
          id: teamId,
          teamId,
          profileId: null,
          parentId: null,
          createdAt: clock.now(),
          doc: { ...plan },
        }),
      ),
  };
}
