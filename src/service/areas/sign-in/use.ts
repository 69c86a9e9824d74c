/** Keeps when an application was last here, for `connected-apps list`. Called by http/tool-route.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { MINUTE_MS } from '../../../kernel/time.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import { CONNECTED_APP_KIND } from '../api-keys/record.ts';

/** A finer answer is not worth a write for every call. */
const GRAIN_MS = MINUTE_MS;

/** @param id of the app's record, which its tokens have as their key id; any other id changes nothing */
export async function noteUse(desk: Desk, id: string): Promise<void> {
  const now = desk.clock.now();
  const app = await desk.store.read.get(CONNECTED_APP_KIND, id);
  if (app === undefined) return;
  const { lastUsedAt } = app.doc;
  if (lastUsedAt !== null && Math.abs(now - Date.parse(lastUsedAt)) < GRAIN_MS) return;
  await commit(desk, [`${CONNECTED_APP_KIND}/${id}`], async (view) => {
    const current = await view.get(CONNECTED_APP_KIND, id);
    if (current === undefined) return {};
    return { records: [{ ...current, doc: { ...current.doc, lastUsedAt: instantOf(now) } }] };
  });
}
