/** Files that came with messages, as the simulated network keeps them. */
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { lost } from '../../engine/scene.ts';

const getWhatsAppMedia = inScene((scene) => {
  const { call, desk, name } = scene;
  const file = desk.catalog.fixtures()[name]?.find(({ mediaId }) => mediaId === call.path['mediaId']);
  if (file === undefined) return lost(scene);
  const body = Buffer.from(String(file['base64']), 'base64');
  return { status: 200, body, headers: { 'Content-Type': String(file['contentType']) } };
});

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppMedia };
