/** Apps that a user signed in to through the browser. The tool server's sign-in makes them; here they are seen and shut out. */
import { ok, type Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { APP_CODE_KIND, APP_TOKEN_KIND } from '../../records/app-tokens.ts';
import type { Reader } from '../../store/store.ts';
import { CONNECTED_APP_KIND, type ConnectedAppRecord } from './record.ts';

const appsOf = (reader: Reader, caller: Caller): Promise<ConnectedAppRecord[]> =>
  reader.list(CONNECTED_APP_KIND, { teamId: caller.teamId, parentId: caller.userId });

const listConnectedApps: Handler = async ({ caller }, desk) => {
  const apps = await appsOf(desk.store.read, caller);
  return ok({ connectedApps: apps.map(({ doc }) => doc) });
};

const revokeConnectedApp: Handler = ({ caller, path }, desk) =>
  commit(desk, [`user/${caller.userId}`], async (view) => {
    const clientId = path['clientId'] ?? '';
    const app = (await appsOf(view, caller)).find(({ doc }) => doc.clientId === clientId);
    if (app === undefined) return { result: refuse('connected_app_not_found') };
    // What an app holds goes with it.
    const held = { teamId: app.teamId, parentId: app.id };
    const tokens = await view.list(APP_TOKEN_KIND, held);
    const codes = await view.list(APP_CODE_KIND, held);
    const invalidatedCodes = codes.filter(({ doc }) => doc.isUsed !== true).length;
    const result = ok({ revoked: true, clientId, revokedTokens: app.doc.tokenCount, invalidatedCodes });
    return { removed: [app, ...tokens, ...codes], result };
  });

export const handlers: Record<string, Handler> = { listConnectedApps, revokeConnectedApp };
