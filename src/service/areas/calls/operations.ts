/** Operations of calls: what one costs, placing one, and calling on whatsapp. */
import type { Handler } from '../../desk.ts';
import { handlers as calling } from './calling.ts';
import { handlers as estimate } from './estimate.ts';
import { handlers as place } from './place.ts';
import { handlers as voice } from './voice.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...calling,
  ...estimate,
  ...place,
  ...voice,
};
