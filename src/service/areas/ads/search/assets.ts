/** Sitelinks, callouts and snippets of Google campaigns and ad groups: attached, changed and taken away by their resource names. Listed in operations.ts. */
import { type Fields, isFields, isList, textsIn } from '../../../../kernel/json.ts';
import type { Handler } from '../../../desk.ts';
import { nativeId } from '../../../engine/draft.ts';
import type { Scene } from '../../../engine/scene.ts';
import { changeSingle } from './single.ts';

/** What assets are attached to: how the network writes it in resource names, and the field with the name of a link to it. */
interface Attachable {
  readonly folder: 'campaignAssets' | 'adGroupAssets';
  readonly link: 'campaignAssetResourceName' | 'adGroupAssetResourceName';
  /** Field of the call with the links that are taken away. */
  readonly links: 'campaignAssetResourceNames' | 'adGroupAssetResourceNames';
  /** Field of the answer with what holds the assets. */
  readonly holder: 'campaignId' | 'adGroupId';
}

const CAMPAIGN: Attachable = {
  folder: 'campaignAssets',
  link: 'campaignAssetResourceName',
  links: 'campaignAssetResourceNames',
  holder: 'campaignId',
};

const AD_GROUP: Attachable = {
  folder: 'adGroupAssets',
  link: 'adGroupAssetResourceName',
  links: 'adGroupAssetResourceNames',
  holder: 'adGroupId',
};

/** The lists of a record, each with the network's word for its assets and the field of the answer with the names of new ones. */
const LISTS = [
  { list: 'sitelinks', word: 'SITELINK', names: 'sitelinkAssetResourceNames' },
  { list: 'callouts', word: 'CALLOUT', names: 'calloutAssetResourceNames' },
  { list: 'structuredSnippets', word: 'STRUCTURED_SNIPPET', names: 'structuredSnippetAssetResourceNames' },
] as const;

const rowsIn = (doc: Fields, list: string): readonly Fields[] => {
  const rows = doc[list];
  return isList(rows) ? rows.filter(isFields) : [];
};

/** An asset as the list shows it: a callout is sent as its text alone. */
const contentOf = (sent: unknown): Fields => (isFields(sent) ? sent : { calloutText: sent });

const attach = (place: Attachable): Handler =>
  changeSingle((doc, scene) => {
    const { body } = scene.call;
    const added = LISTS.map(({ list, word, names }) => {
      const sent = body[list];
      const rows = (isList(sent) ? sent : []).map((one) => ({ ...namesFor(word, place, scene), ...contentOf(one) }));
      return { list, names, rows };
    });
    const fields = added.map(({ list, rows }) => [list, [...rowsIn(doc, list), ...rows]]);
    const made = added.map(({ names, rows }) => [names, rows.map((row) => row.assetResourceName)]);
    const answer = Object.fromEntries(made) as Fields;
    return {
      fields: Object.fromEntries(fields) as Fields,
      body: { [place.holder]: scene.owners.parentId, ...answer },
    };
  });

/** The names of a new asset and of its link. */
function namesFor(word: string, { folder, link }: Attachable, { call, desk, owners }: Scene) {
  const customer = `customers/${String(call.body['adAccountId'] ?? call.body['customerId'] ?? nativeId(owners.ownerId))}`;
  const asset = nativeId(desk.ids.record());
  return {
    assetResourceName: `${customer}/assets/${asset}`,
    [link]: `${customer}/${folder}/${owners.parentId ?? ''}~${asset}~${word}`,
  };
}

const update: Handler = changeSingle((doc, { call }) => {
  const { updates } = call.body;
  const sent = (isList(updates) ? updates : []).filter(isFields);
  const named = new Set(LISTS.flatMap(({ list }) => rowsIn(doc, list)).map((row) => row['assetResourceName']));
  const fields = LISTS.map(({ list }) => [list, rowsIn(doc, list).map((row) => changedRow(row, sent))]);
  const updated = sent.filter((one) => named.has(one['assetResourceName'])).length;
  return { fields: Object.fromEntries(fields) as Fields, body: { updated } };
});

function changedRow(row: Fields, updates: readonly Fields[]): Fields {
  const change = updates.find((one) => one['assetResourceName'] === row['assetResourceName']);
  if (change === undefined) return row;
  const { linkText: text = row['text'], ...link } = partOf(change, 'sitelinkAsset');
  const linkUrl = textsIn(change['finalUrls'])[0] ?? link['linkUrl'] ?? row['linkUrl'];
  const all = {
    ...row,
    ...link,
    text,
    linkUrl,
    ...partOf(change, 'calloutAsset'),
    ...partOf(change, 'structuredSnippetAsset'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const partOf = (change: Fields, name: string): Fields => {
  const part = change[name];
  return isFields(part) ? part : {};
};

const remove = (place: Attachable): Handler =>
  changeSingle((doc, { call }) => {
    const gone = new Set([...textsIn(call.body['assetResourceNames']), ...textsIn(call.body[place.links])]);
    const isKept = (row: Fields): boolean =>
      !gone.has(String(row['assetResourceName'])) && !gone.has(String(row[place.link]));
    const remaining = LISTS.map(({ list }) => [list, rowsIn(doc, list).filter(isKept)] as const);
    const removed = remaining.some(([list, rows]) => rows.length < rowsIn(doc, list).length);
    return { fields: Object.fromEntries(remaining) as Fields, body: { removed } };
  });

export const assets: Record<string, Handler> = {
  attachCampaignAssets: attach(CAMPAIGN),
  updateCampaignAssets: update,
  removeCampaignAssets: remove(CAMPAIGN),
  attachAdGroupAssets: attach(AD_GROUP),
  updateAdGroupAssets: update,
  removeAdGroupAssets: remove(AD_GROUP),
};
