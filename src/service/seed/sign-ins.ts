/** The sign-ins whose states the examples of the help hand over, so that every example runs as it is written. Part of the demo pack; called by demo.ts. */
import { type Fields, textOf } from '../../kernel/json.ts';
import { SESSION_KIND, type Session } from '../areas/connect/session.ts';
import { commit } from '../change.ts';
import type { Desk } from '../desk.ts';
import { meant } from '../engine/words.ts';
import type { Founded } from './start.ts';

export function saveSignIns(desk: Desk, { teamId, profileId }: Founded): Promise<undefined> {
  const { operations } = desk.catalog.service();
  const createdAt = desk.clock.now();
  const asks = Object.entries(desk.catalog.examples()).flatMap(([id, all]) => all.map((asked) => ({ id, asked })));
  const records = asks.flatMap(({ id, asked }): Session[] => {
    const state = textOf(asked.query['state']) ?? textOf(asked.body['state']) ?? selectionOf(asked.body);
    const sets = meant(operations[id]?.effect.sets ?? {}, { call: asked as never, now: createdAt }) as Fields;
    const platform = textOf(sets['platform']);
    if (state === undefined || platform === undefined) return [];
    const doc = { platform, profileId, redirectUrl: null, headless: false, status: 'pending' } as const;
    return [{ kind: SESSION_KIND, id: state, teamId, profileId, parentId: null, createdAt, doc }];
  });
  return commit(desk, [`team/${teamId}`], async () => ({ records }));
}

/** A token that names the profile too, where the call names none. */
const selectionOf = ({ profileId, selectionToken }: Fields): string | undefined =>
  profileId === undefined ? textOf(selectionToken) : undefined;
