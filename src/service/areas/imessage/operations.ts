/** Operations of iMessage: the audience, groups and senders. */
import type { Handler } from '../../desk.ts';
import { audience } from './audience.ts';
import { groups } from './groups.ts';
import { senders } from './senders.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...audience,
  ...groups,
  ...senders,
};
