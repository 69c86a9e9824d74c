/** Rows of the simulated network as records of a call's owner. Used by deeds.ts and find.ts; a call that changes a row keeps it under the same key. */
import { ROW_PLATFORM, type FixtureRow, type Fixtures } from '../../kernel/effect.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import { chosenKey } from './keys.ts';
import type { Scene } from './scene.ts';
import { idOf } from './view.ts';

/** The rows of a kind that the network has for the account; all of them without one. */
export const rowsFor = (fixtures: Fixtures, name: string, account: AccountRecord | undefined): readonly FixtureRow[] =>
  (fixtures[name] ?? []).flatMap(({ [ROW_PLATFORM]: platform, ...row }) =>
    platform === undefined || account === undefined || platform === account.doc.platform ? [row] : [],
  );

export function fixturesOf(scene: Scene): readonly StoredRecord[] {
  const { call, desk, kind, name, owners } = scene;
  return rowsFor(desk.catalog.fixtures(), name, owners.account).map((doc, at) => ({
    kind: name,
    id: chosenKey(scene, String((kind.key === undefined ? undefined : doc[kind.key]) ?? at)),
    teamId: call.caller.teamId,
    profileId: owners.profileId,
    parentId: owners.parentId,
    createdAt: 0,
    doc: { ...doc, ...owners.fields },
  }));
}

export const fixtureUnder = (scene: Scene, id: string): StoredRecord | undefined =>
  fixturesOf(scene).find((row) => idOf(row, scene.kind) === id);

/** The row as calls have left it. */
export const asChanged = async (row: StoredRecord, read: Reader): Promise<StoredRecord> =>
  (await read.get(row.kind, row.id)) ?? row;
