/** Everything that answers at an address: the operations through the corridor, the control surface, and the routes without a key. Next stop: http/server.ts. */
import type { ToolServer } from '../kernel/tools.ts';
import { rawRoutes } from './area-index.ts';
import { consoleRoutes } from './console/app-route.ts';
import { pageRoutes } from './console/pages.ts';
import { portableRoutes } from './control/portable.ts';
import { controlServing } from './control/route.ts';
import { CONTROL } from './control/routes.ts';
import { streamRoute } from './control/stream.ts';
import { openCorridor } from './corridor/corridor.ts';
import type { Served } from './exchange/serving.ts';
import { API_ROOT } from './http/root.ts';
import type { Addresses } from './http/server.ts';
import type { Operations } from './operations.ts';
import type { Parts } from './parts.ts';

export interface Offered {
  readonly operations: Operations;
  /** Loads the tool server; without it there are no tools. */
  readonly tools?: (() => Promise<ToolServer>) | undefined;
}

export function addressesOf(parts: Parts, { operations, tools }: Offered): Addresses {
  const { random } = parts.doors;
  const pass = Buffer.from(random(32)).toString('hex');
  const corridor = openCorridor(parts, pass);
  const { authenticate, enterUnknown, servingOf } = corridor;
  return {
    served: [
      ...operations.routes.map((route) => at(route, () => servingOf(operations.open(route)))),
      ...CONTROL.map((route) => at(route, () => controlServing(route, parts))),
    ],
    raw: [
      ...consoleRoutes(parts, API_ROOT),
      ...pageRoutes(random, tools !== undefined),
      ...portableRoutes(parts),
      streamRoute(parts),
      ...rawRoutes.filter(({ needsTools = false }) => tools !== undefined || !needsTools),
    ],
    enterUnknown,
    tools: tools && {
      authenticate,
      pass,
      open: tools,
      noteUse: async (keyId) => (await import('./areas/sign-in/use.ts')).noteUse(parts.desk, keyId),
    },
  };
}

const at = ({ method, path }: Pick<Served, 'method' | 'path'>, make: Served['make']): Served => ({
  method,
  path,
  make,
});
