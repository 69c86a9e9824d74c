/** What other areas do with sequences: they enroll contacts. Next stop: enrolling.ts. */
import type { Changes } from '../../change.ts';
import type { Scene } from '../../causes/cause.ts';
import type { RecordOf } from '../../store/store.ts';
import { enroll } from './enrolling.ts';
import { SEQUENCE_KIND } from './record.ts';

export interface Enrolling {
  readonly sequenceId: string;
  readonly contact: RecordOf<'contact'>;
}

/** @returns what changes, or in a sentence why the contact is not enrolled */
export async function enrolContact(
  scene: Pick<Scene, 'read' | 'ids' | 'now' | 'teamId'>,
  { sequenceId, contact }: Enrolling,
): Promise<{ readonly changes?: Changes; readonly problem?: string }> {
  const sequence = await scene.read.get(SEQUENCE_KIND, sequenceId);
  if (sequence?.teamId !== scene.teamId) return { problem: 'There is no such sequence.' };
  return enroll(scene, { sequence, contact });
}
