/** Fills audiences: people by the hashes of their addresses and numbers, companies as one list. Used by audiences.ts. */
import { fieldsIn } from '../../../../kernel/json.ts';
import { ok, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { findRecord } from '../../../engine/find.ts';
import { lost, type Scene } from '../../../engine/scene.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { FeedItem } from '../../../store/store.ts';
import { populationOf, type AudienceRecord } from './audience-record.ts';
import { companiesItem, peopleItem } from './audience-feed.ts';
import { hashedPerson, identityOf } from './people.ts';

/** What an upload makes of an audience. */
interface Filled {
  readonly audience: AudienceRecord;
  readonly item: FeedItem;
  readonly answer: Readonly<Record<string, unknown>>;
}

/** Serves an upload into audiences of one type; the network needs a while to fill them again. */
const filling = (
  type: 'customer_list' | 'company_list',
  fill: (before: AudienceRecord, scene: Scene) => Filled,
): Handler =>
  inScene((scene) =>
    commit<Reply>(scene.desk, [`${scene.name}/${scene.owners.ownerId}`], async (view) => {
      const before = await findRecord<'ad_audience'>(scene, view);
      if (before === undefined) return { result: lost(scene) };
      if (before.doc.type !== type)
        return {
          result: refuse('platform_not_supported', {
            status: 422,
            message: `This audience has the type ${String(before.doc.type)}; only the type ${type} accepts such a list.`,
          }),
        };
      const { audience, item, answer } = fill(before, scene);
      const records = [withFields(audience, { status: 'populating' })];
      return { records, feed: [item], due: [populationOf(audience, scene.now)], result: ok(answer) };
    }),
  );

const counted = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${String(count)} ${several}`;

/** Source: fact set, addUsersToAdAudience; readings, "Audiences" */
export const addUsersToAdAudience = filling('customer_list', (before, { call, now, desk }) => {
  const sent = fieldsIn(call.body['users']);
  const people = sent.flatMap((one) => hashedPerson(one, before.doc.platform ?? '') ?? []);
  const members = [...new Set([...(before.doc.members ?? []), ...people.map(identityOf)])];
  return {
    audience: withFields(before, { members }),
    item: peopleItem(before.doc, people, { now, ids: desk.ids }),
    answer: {
      message: `The network received ${counted(people.length, 'person', 'people')}.`,
      numReceived: sent.length,
      numInvalid: sent.length - people.length,
    },
  };
});

/** Source: fact set, replaceAdAudienceCompanies */
export const replaceAdAudienceCompanies = filling('company_list', (before, { call, now, desk }) => {
  const companies = fieldsIn(call.body['companies']);
  const audience = withFields(before, { companies: companies as NonNullable<AudienceRecord['doc']['companies']> });
  return {
    audience,
    item: companiesItem(audience.doc, { now, ids: desk.ids }),
    answer: {
      message: `The network received ${counted(companies.length, 'company', 'companies')}.`,
      numReceived: companies.length,
    },
  };
});
