/** Operations of calls: what one costs, placing, ending and transferring one, its recording, and calling on whatsapp. */
import type { Handler } from '../../desk.ts';
import { handlers as calling } from './calling.ts';
import { handlers as course } from './course.ts';
import { handlers as estimate } from './estimate.ts';
import { handlers as place } from './place.ts';
import { handlers as recording } from './recording/recording.ts';
import { handlers as voice } from './voice.ts';
import { handlers as dialling } from './whatsapp/dial.ts';
import { handlers as permissions } from './whatsapp/permission.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...calling,
  ...course,
  ...estimate,
  ...place,
  ...recording,
  ...voice,
  ...dialling,
  ...permissions,
};
