/** A number that stays at a carrier of the team's own and is used here: it costs nothing, and its calls are routed there. Listed in arrives.ts. Source: VOI-35 */
import { instantOf } from '../../../../kernel/instant.ts';
import { textOf } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import { recordOf, type Caused, type Scene } from '../../../causes/cause.ts';
import { notFound } from '../../../engine/not-found.ts';
import { NUMBER_KIND, phoneProblem } from '../../../records/phone.ts';
import { defaultProfile, PROFILE_KIND } from '../../../records/profile.ts';
import { refuse } from '../../../refuse.ts';
import { phoneOf } from '../offers.ts';
import { judge } from '../ports/dialling.ts';
import { CHANNELS_OFF } from '../record.ts';

export async function ownNumber(scene: Scene): Promise<Caused | Reply> {
  const { read, ids, now, teamId, given } = scene;
  const phoneNumber = textOf(given['phoneNumber']) ?? '';
  const problem = phoneProblem('phoneNumber', phoneNumber);
  if (problem !== undefined) return problem;
  const held = await read.list(NUMBER_KIND, { teamId });
  if (held.some((one) => phoneOf(one) === phoneNumber && one.doc.status !== 'released')) return IS_HELD;
  const profileId = textOf(given['profileId']) ?? (await defaultProfile(read, teamId))?.id;
  const profile = profileId === undefined ? undefined : await read.get(PROFILE_KIND, profileId);
  if (profile === undefined) return notFound(PROFILE_KIND, { param: 'profileId' });
  const judged = await judge(phoneNumber);
  const { country, numberType } = (judged.isNumber ? judged.dialled : undefined) ?? {};
  const id = ids.record();
  const doc = {
    ...CHANNELS_OFF,
    _id: id,
    phoneNumber,
    ...(country === undefined ? {} : { country }),
    ...(numberType === undefined ? {} : { numberType }),
    profileId: profile.id,
    status: 'active',
    hostedByService: false,
    createdAt: instantOf(now),
  } as const;
  return { records: [recordOf(NUMBER_KIND, id, scene, { doc, profileId: profile.id })], made: { numberId: id } };
}

const IS_HELD = refuse('invalid_resource_state', {
  param: 'phoneNumber',
  message: 'The team already has this number.',
});
