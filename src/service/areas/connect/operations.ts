/** Operations that connect accounts: the way to a network and back, and the choices on it. */
import type { Handler } from '../../desk.ts';
import { handlers as accounts } from './accounts.ts';
import { handlers as begin } from './begin.ts';
import { handlers as further } from './further.ts';
import { handlers as offered } from './offered.ts';
import { handlers as select } from './select.ts';
import { handlers as telegram } from './telegram.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...accounts,
  ...begin,
  ...further,
  ...offered,
  ...select,
  ...telegram,
};
