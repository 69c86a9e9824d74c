/** The control surface, call by call; each line lies in the file of its subject. Hung into fastify by addresses.ts. */
import { accountRoutes } from './accounts.ts';
import { callRoutes } from './calls.ts';
import { carrierRoutes } from './carrier.ts';
import { clockRoutes } from './clock.ts';
import { connectRoutes } from './connect.ts';
import { conversationRoutes } from './conversations.ts';
import { inviteRoutes } from './invites.ts';
import { consoleRoutes } from './console.ts';
import { deviceRoutes } from './device.ts';
import { deliveryRoutes } from './deliveries.ts';
import { faultRoutes } from './faults.ts';
import { healthRoutes } from './health.ts';
import { inboundRoutes } from './inbound.ts';
import { networkRoutes } from './network.ts';
import { recordRoutes } from './records.ts';
import { priceRoutes } from './prices.ts';
import { reviewRoutes } from './reviews.ts';
import type { ControlRoute } from './route.ts';
import { seedRoutes } from './seed.ts';
import { stateRoutes } from './state.ts';
import { stockRoutes } from './stock.ts';
import { teamRoutes } from './team.ts';

export const CONTROL: readonly ControlRoute[] = [
  ...healthRoutes,
  ...clockRoutes,
  ...stateRoutes,
  ...seedRoutes,
  ...teamRoutes,
  ...accountRoutes,
  ...networkRoutes,
  ...deviceRoutes,
  ...connectRoutes,
  ...inviteRoutes,
  ...faultRoutes,
  ...recordRoutes,
  ...deliveryRoutes,
  ...inboundRoutes,
  ...stockRoutes,
  ...callRoutes,
  ...conversationRoutes,
  ...carrierRoutes,
  ...priceRoutes,
  ...reviewRoutes,
  ...consoleRoutes,
];
