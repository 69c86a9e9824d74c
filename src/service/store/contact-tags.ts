/** The tags that contacts have: reading the table `contact_tag`. Used by reader.ts. */
import { ofProfiles, profileValues } from './profiles.ts';
import { builder, place, shapes, type Executor } from './statement.ts';
import type { Reader } from './store.ts';

const listShapes = shapes<{ tag: string }>();

export const listContactTags = async (
  run: Executor,
  { teamId, profileId, profileIds }: Parameters<Reader['contactTags']>[0],
): Promise<string[]> => {
  const shape = `${profileId === undefined ? '' : 'one'} ${profileIds === undefined ? '' : String(profileIds.length)}`;
  const target = listShapes(shape, () =>
    builder
      .selectFrom('contact_tag')
      .select('tag')
      .distinct()
      .where('team_id', '=', place<string>('teamId'))
      .$if(profileId !== undefined, (query) => query.where('profile_id', '=', place<string>('profileId')))
      .$if(profileIds !== undefined, (query) => query.where(ofProfiles(profileIds ?? []))),
  );
  const values = { teamId, profileId: profileId ?? null, ...profileValues(profileIds ?? []) };
  const rows = await run.all(target, values);
  return rows.map(({ tag }) => tag).sort();
};
