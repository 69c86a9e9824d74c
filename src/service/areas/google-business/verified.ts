/** Whether a business has shown that a location is its own: on the network from the start, or by a verification. */
import type { Fields } from '../../../kernel/json.ts';
import type { Scene } from '../../engine/scene.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

export const VERIFICATION_KIND = 'google_business_verification';

export type VerificationRecord = RecordOf<typeof VERIFICATION_KIND>;

/** The verifications of the location that the scene is narrowed to. */
export async function verificationsAt({ owners, call }: Scene, read: Reader): Promise<readonly VerificationRecord[]> {
  const all = await read.list(VERIFICATION_KIND, { teamId: call.caller.teamId, parentId: owners.account?.id ?? '' });
  return all.filter(({ doc }) => doc.locationId === owners.fields['locationId']);
}

/** @param location row of the fixture */
export const isVerifiedPlace = async (scene: Scene, location: Fields): Promise<boolean> =>
  location['isVerified'] === true ||
  (await verificationsAt(scene, scene.desk.store.read)).some(({ doc }) => doc.state === 'COMPLETED');
