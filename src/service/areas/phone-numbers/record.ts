/** A phone number of a team, and a port-in, as records. Used throughout the area; offers.ts has what other areas use. */
import { textOf } from '../../../kernel/json.ts';
import type { RecordOf } from '../../store/store.ts';

export type NumberRecord = RecordOf<'phone_number'>;

/** Id of the profile that a number belongs to; null where it belongs to the whole team. */
export const profileIdOf = ({ profileId, doc }: NumberRecord): string | null =>
  profileId ?? textOf(doc.profileId) ?? null;

export const PORT_IN_KIND = 'port_in';
