/** Apps that a user signed in to through the browser. The tool server's sign-in makes them; here they are seen and shut out. */
import { ok, type Caller } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { APP_CODE_KIND, APP_TOKEN_KIND } from '../../records/app-tokens.ts';
import type { Reader, StoredRecord, Tx } from '../../store/store.ts';

/** Its `parentId` is the user. */
export const CONNECTED_APP_KIND = 'connected_app';

export interface ConnectedAppDoc extends Record<string, unknown> {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string | null;
  readonly scopes: readonly string[];
  readonly authorizedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly tokenCount: number;
}

const appsOf = (reader: Reader, caller: Caller): Promise<StoredRecord<ConnectedAppDoc>[]> =>
  reader.list<ConnectedAppDoc>(CONNECTED_APP_KIND, { teamId: caller.teamId, parentId: caller.userId });

const listConnectedApps: Handler = async ({ caller }, desk) => {
  const apps = await appsOf(desk.store.read, caller);
  return ok({ connectedApps: apps.map(({ doc }) => doc) });
};

const revokeConnectedApp: Handler = ({ caller, path }, desk) =>
  desk.store.transact(async (tx) => {
    const clientId = path['clientId'] ?? '';
    const app = (await appsOf(tx, caller)).find(({ doc }) => doc.clientId === clientId);
    if (app === undefined) return refuse('connected_app_not_found');
    await tx.remove(CONNECTED_APP_KIND, app.id);
    await removeAll(tx, APP_TOKEN_KIND, app);
    const codes = await removeAll(tx, APP_CODE_KIND, app);
    const invalidatedCodes = codes.filter(({ doc }) => doc['isUsed'] !== true).length;
    return ok({ revoked: true, clientId, revokedTokens: app.doc.tokenCount, invalidatedCodes });
  });

/** What an app holds goes with it. @returns what there was */
async function removeAll(tx: Tx, kind: string, { id, teamId }: StoredRecord): Promise<StoredRecord[]> {
  const held = await tx.list(kind, { teamId, parentId: id });
  for (const one of held) await tx.remove(kind, one.id);
  return held;
}

export const handlers: Record<string, Handler> = { listConnectedApps, revokeConnectedApp };
