/** An endpoint at the service for as long as a listener runs: made with a fresh secret, removed at the end; what dead runs have left is swept. */
import { Failure } from '../kernel/failure.ts';
import { needsInbox } from '../webhooks/catalogue.ts';
import { listIn, recordIn } from './answers.ts';

/** Calls an operation of the API by its id; the answer's body. @throws Failure for everything that is no 2xx answer */
export interface Api {
  call(operation: string, sent: Sending): Promise<Readonly<Record<string, unknown>>>;
}

export interface Sending {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  /** Names of events, at least one. */
  readonly events: readonly string[];
  readonly profileIds: readonly string[];
  readonly accountIds: readonly string[];
  /** True when every event will do: those that the plan does not have are left out. */
  readonly isWide?: boolean;
}

/** Who listens. */
export interface Listener {
  /** Name of the machine. */
  readonly machine: string;
  readonly pid: number;
  /** Whether a process of this machine lives. */
  alive(pid: number): boolean;
}

export interface Registered {
  readonly webhookId: string;
  readonly name: string;
  /** Endpoints of dead runs that were removed. */
  readonly swept: number;
  /** True for the endpoint of a dead run that is ours now, with the attempts that wait for it. */
  readonly adopted: boolean;
  /** True when the plan has no inbox, and its events were left out. */
  readonly withoutInbox: boolean;
}

const PREFIX = 'svc-listen-';

/** Names of endpoints have at most 50 characters. Source: WHK-02 */
const MACHINE_CHARACTERS = 25;

export const nameOf = ({ machine, pid }: Pick<Listener, 'machine' | 'pid'>): string =>
  `${PREFIX}${machineWord(machine)}-${String(pid)}`;

const machineWord = (machine: string): string =>
  machine.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, MACHINE_CHARACTERS) || 'machine';

/**
 * Makes the endpoint, after those of dead runs on this machine have been removed.
 * @param adopt takes over the endpoint of the latest dead run instead, so that what waits for it comes here
 */
export async function registerEndpoint(
  api: Api,
  listener: Listener,
  endpoint: Endpoint,
  adopt: boolean,
): Promise<Registered> {
  const name = nameOf(listener);
  const dead = await leftBehind(api, listener);
  const heir = adopt ? dead.at(-1) : undefined;
  const swept = dead.filter((id) => id !== heir);
  for (const id of swept) await removeEndpoint(api, id);
  const made = await put(api, { name, heir }, endpoint).catch(async (error: unknown) => {
    const isGated = error instanceof Failure && error.fields.code === 'feature_not_available';
    if (!isGated || endpoint.isWide !== true) throw error;
    return put(api, { name, heir }, { ...endpoint, events: endpoint.events.filter((event) => !needsInbox(event)) });
  });
  const withoutInbox = made.events < endpoint.events.length;
  return { webhookId: made.id, name, swept: swept.length, adopted: heir !== undefined, withoutInbox };
}

/** Makes the endpoint, or makes that of a dead run ours. */
async function put(
  api: Api,
  { name, heir }: { readonly name: string; readonly heir: string | undefined },
  { url, secret, events, profileIds, accountIds }: Endpoint,
): Promise<{ readonly id: string; readonly events: number }> {
  const fields = { name, url, secret, events };
  const scope = { ...(profileIds.length > 0 && { profileIds }), ...(accountIds.length > 0 && { accountIds }) };
  const answer =
    heir === undefined
      ? await api.call('createWebhookSettings', { body: { ...fields, ...scope } })
      : await api.call('updateWebhookSettings', {
          body: { _id: heir, ...fields, profileIds, accountIds, isActive: true },
        });
  const { _id } = recordIn<{ readonly _id: string }>(answer, 'webhook');
  return { id: _id, events: events.length };
}

export const removeEndpoint = async (api: Api, webhookId: string): Promise<void> =>
  void (await api.call('deleteWebhookSettings', { query: { webhookId } }));

interface Entry {
  readonly _id: string;
  readonly name?: string;
}

/** Ids of endpoints whose listener on this machine lives no more, in the order of the list. */
async function leftBehind(api: Api, { machine, pid, alive }: Listener): Promise<readonly string[]> {
  const webhooks = listIn<Entry>(await api.call('getWebhookSettings', {}), 'webhooks');
  const ours = `${PREFIX}${machineWord(machine)}-`;
  return webhooks.flatMap(({ _id, name = '' }) => {
    const number = name.startsWith(ours) ? /^\d+$/.exec(name.slice(ours.length))?.[0] : undefined;
    // Our own number was that of another process before.
    const isDead = number !== undefined && (Number(number) === pid || !alive(Number(number)));
    return isDead ? [_id] : [];
  });
}
