/** A phone number of a team, and a port-in, as records. Used throughout the area; offers.ts has what other areas use. */
import type { RecordOf } from '../../store/store.ts';

export type NumberRecord = RecordOf<'phone_number'>;

export const PORT_IN_KIND = 'port_in';
