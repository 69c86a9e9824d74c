/** Operations of iMessage: the audience, groups, senders, and senders that are ordered. */
import type { Handler } from '../../desk.ts';
import { audience } from './audience.ts';
import { groups } from './groups.ts';
import { numbers } from './numbers.ts';
import { orders } from './orders.ts';
import { senders } from './senders.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...audience,
  ...groups,
  ...numbers,
  ...orders,
  ...senders,
};
