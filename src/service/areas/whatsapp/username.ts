/** The whatsapp username of a number: two numbers of a team cannot hold the same one. Served by engine/. */
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';

const USERNAME = 'whatsapp_username';

const takeOver: Follow<typeof USERNAME> = async ([{ after } = {}], { call }, view) => {
  const username = after?.doc.username?.toLowerCase();
  const all = await view.list(USERNAME, { teamId: call.caller.teamId });
  const removed = all.filter(({ id, doc }) => id !== after?.id && doc.username?.toLowerCase() === username);
  if (removed.length === 0) return {};
  if (call.body['transferAction'] === 'force_transfer') return { removed };
  const message = 'Another of your numbers has this username. Move it with `transferAction` `force_transfer`.';
  return { refusal: refuse('invalid_resource_state', { param: 'username', message }) };
};

export const handlers: Readonly<Record<string, Handler>> = { setWhatsappBusinessUsername: engineWith(takeOver) };
