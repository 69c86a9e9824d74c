/** Any event of the catalogue as given, for areas whose causes come later and for receivers' tests. Listed in control/inbound-answer.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { EventName } from '#contract';
import type { Catalog } from '../../catalog/catalog.ts';
import { problemsOf } from '../../schema/problems.ts';
import { accountIdsIn, canBeAskedFor, ownerOf, profileIdsIn } from '../../webhooks/catalogue.ts';
import { bodyOf } from '../../webhooks/envelope.ts';
import { sampleAbout } from '../../webhooks/sample.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../records/account.ts';
import type { Reply } from '../call.ts';
import {
  accountOf,
  isRefusal,
  MAP,
  oneOf,
  plainAccount,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../causes/cause.ts';

export const anyEvent = (catalog: Catalog): Readonly<Record<string, Inbound>> => ({
  event: { ...eventBody(catalog.index().events), cause: (scene) => emitEvent(scene, catalog) },
});

/** @param events names of the catalogue */
export const eventBody = (events: readonly string[]): Pick<Inbound, 'fields' | 'required'> => ({
  fields: { event: oneOf(...events.filter(canBeAskedFor)), accountId: WORD, payload: MAP },
  required: ['event'],
});

async function emitEvent(scene: Scene, catalog: Catalog): Promise<Caused | Reply> {
  // The body was judged by the names of the catalogue.
  const event = scene.given['event'] as EventName;
  const named = scene.given['accountId'] === undefined ? undefined : await accountOf(scene);
  if (named !== undefined && isRefusal(named)) return named;
  const payload = (scene.given['payload'] as Fields | undefined) ?? sampleFor(event, { scene, catalog, named });
  const belonging = await ownersOf(event, payload, { scene, named });
  return { events: [{ type: event, teamId: scene.teamId, payload, ...belonging }] };
}

/** Source: WHK-85, EVT-15, ASM-32 */
async function ownersOf(event: EventName, payload: Fields, { scene, named }: Pick<Around, 'scene' | 'named'>) {
  const owner = ownerOf(event);
  if (owner === 'nobody') return { accountIds: [], profileIds: [] };
  const accountIds = named === undefined ? accountIdsIn(event, payload) : [named.id];
  const accounts = await Promise.all(accountIds.map((id) => scene.read.get(ACCOUNT_KIND, id)));
  const own = profileIdsIn(event, payload);
  const profileIds = own.length > 0 ? own : [...new Set(accounts.flatMap((account) => account?.profileId ?? []))];
  return { accountIds: owner === 'account' ? accountIds : [], profileIds };
}

interface Around {
  readonly scene: Scene;
  readonly catalog: Catalog;
  readonly named: AccountRecord | undefined;
}

/** The sample, about the account when one is named; its platform stays that of the sample where the schema allows no other. */
function sampleFor(event: EventName, { scene, catalog, named }: Around): Fields {
  const { [event]: sample = {} } = catalog.samples();
  if (named === undefined) return sample;
  const { platform, ...others } = plainAccount(named);
  const { schemas } = catalog.file('events');
  const retold = sampleAbout(event, sample, { platform, ...others });
  const body: unknown = JSON.parse(bodyOf({ id: scene.ids.uuid(), event, at: scene.now, payload: retold }));
  return problemsOf(schemas[event] ?? {}, body, schemas).length === 0 ? retold : sampleAbout(event, sample, others);
}
