/** Product catalogs that are linked to a whatsapp account, by the ids that the ad network has for them. Unlinked by engine/. */
import { ok, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { chosenKey } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

const LINK = 'whatsapp_catalog';
const CATALOG = 'ad_catalog';

type Link = Pick<RecordOf<typeof LINK>, 'doc'>;

/** What is linked, under the name that each catalog has now. */
async function describeLinks(read: Reader, { owners }: Scene, links: readonly Link[]): Promise<Reply> {
  const catalogs = await Promise.all(
    links.map(async ({ doc: { id } }) => {
      const name = (await read.get(CATALOG, id))?.doc.name;
      return { id, ...(name !== undefined && { name }) };
    }),
  );
  return ok({ wabaId: owners.account?.doc.metadata['wabaId'], catalogs });
}

async function findLinks(read: Reader, { call, owners }: Scene): Promise<readonly Link[]> {
  const all = await read.list(LINK, { teamId: call.caller.teamId });
  return all.filter(({ doc }) => doc.accountId === owners.account?.id);
}

const listWhatsAppCatalogs = inScene(async (scene) => {
  const { read } = scene.desk.store;
  return describeLinks(read, scene, await findLinks(read, scene));
});

const linkWhatsAppCatalog = inScene((scene) => {
  const { call, desk, owners, now } = scene;
  const id = String(call.body['catalogId']);
  return commit(desk, [`${LINK}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const catalog = await view.get(CATALOG, id);
    if (catalog === undefined || !isReached(call, catalog))
      return { result: notFound(CATALOG, { param: 'catalogId' }) };
    const links = await findLinks(view, scene);
    if (links.some(({ doc }) => doc.id === id)) return { result: await describeLinks(view, scene, links) };
    const { teamId } = call.caller;
    const base = { kind: LINK, id: chosenKey(scene, id), teamId, parentId: null, createdAt: now };
    const link = { ...base, profileId: owners.profileId, doc: { ...owners.fields, id } };
    return { records: [link], result: await describeLinks(view, scene, [...links, link]) };
  });
});

export const handlers: Readonly<Record<string, Handler>> = { listWhatsAppCatalogs, linkWhatsAppCatalog };
