/** The whatsapp username of a number: two numbers of a team cannot hold the same one, and suggestions are what the number is called. Served by engine/. */
import { slugOf } from '../../../kernel/slug.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
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

/** Between the words of a name. */
const JOINTS = ['.', '_', ''];

const [LEAST, MOST] = [3, 35];

/** Made of the words of the display name; those that a number of the team has are not available. Source: readings, "WhatsApp" */
const getWhatsappBusinessUsernameSuggestions = inScene(async ({ call, desk, owners }) => {
  const others = await desk.store.read.list(USERNAME, { teamId: call.caller.teamId });
  const words = slugOf(withoutAccents(owners.account?.doc.displayName ?? '')).split('-');
  const usernames = [...new Set(JOINTS.map((joint) => words.join(joint)))];
  const suggestions = usernames.filter(
    (username) =>
      /^[a-z0-9._]+$/.test(username) &&
      username.length >= LEAST &&
      username.length <= MOST &&
      others.every(({ doc }) => doc.username?.toLowerCase() !== username),
  );
  return ok({ success: true, suggestions });
});

const withoutAccents = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '');

export const handlers: Readonly<Record<string, Handler>> = {
  setWhatsappBusinessUsername: engineWith(takeOver),
  getWhatsappBusinessUsernameSuggestions,
};
