/** Callouts, sitelinks and snippets of a whole Google Ads account: judged, added under names of the network, and changed by them. Listed in operations.ts. */
import { type Fields, fieldsIn, isFields, isList, textOf, textsIn } from '../../../../kernel/json.ts';
import { ok, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { checkedBefore } from '../../../engine/checked.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import { findById } from '../../../engine/find.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import type { Scene } from '../../../engine/scene.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Kind, StoredRecord } from '../../../store/store.ts';
import { searchNetwork } from './network.ts';

/** A sort of asset of an account. */
interface Sort {
  readonly kind: Kind;
  /** Where a call has new ones. */
  readonly list: string;
  /** What is wrong with one, by its fields as they are read. */
  readonly problem: (fields: Fields) => string | undefined;
  /** The fields that a change brings. */
  readonly changed: (change: Fields) => Fields;
}

const SHORT = 25;
const LINE = 35;

const isLong = (value: unknown, most: number): boolean => [...(textOf(value) ?? '')].length > most;

const CALLOUTS: Sort = {
  kind: 'ad_callout',
  list: 'callouts',
  problem: ({ text }) => (isLong(text, SHORT) || text === '' ? 'A callout must have 1 to 25 characters.' : undefined),
  changed: ({ calloutAsset }) => (isFields(calloutAsset) ? { text: calloutAsset['calloutText'] } : {}),
};

const SITELINKS: Sort = {
  kind: 'ad_sitelink',
  list: 'sitelinks',
  problem({ text, description1, description2 }) {
    if (isLong(text, SHORT) || text === '') return 'The text of a sitelink must have 1 to 25 characters.';
    if (isLong(description1, LINE) || isLong(description2, LINE))
      return 'A description line of a sitelink can have up to 35 characters.';
    return (description1 === undefined) === (description2 === undefined)
      ? undefined
      : 'A sitelink must have both description lines or neither.';
  },
  changed({ sitelinkAsset, finalUrls }) {
    const { linkText, ...rest } = isFields(sitelinkAsset) ? sitelinkAsset : {};
    const [url] = textsIn(finalUrls);
    return { ...rest, ...(linkText !== undefined && { text: linkText }), ...(url !== undefined && { linkUrl: url }) };
  },
};

const SNIPPETS: Sort = {
  kind: 'ad_structured_snippet',
  list: 'structuredSnippets',
  problem({ values }) {
    const all = textsIn(values);
    if (all.length < 3 || all.length > 10) return 'A structured snippet must have 3 to 10 values.';
    return all.some((one) => isLong(one, SHORT)) ? 'A snippet value can have up to 25 characters.' : undefined;
  },
  changed: ({ structuredSnippetAsset }) => (isFields(structuredSnippetAsset) ? structuredSnippetAsset : {}),
};

const customerOf = ({ call, owners }: Scene): string =>
  textOf(call.body['adAccountId']) ?? textOf(call.body['customerId']) ?? owners.ownerId;

/** New assets have the names under which the network changes them. */
const named: Follow = (written, scene) => ({
  records: written.flatMap(({ after }) =>
    after === undefined
      ? []
      : [{ ...after, doc: { ...after.doc, assetResourceName: `customers/${customerOf(scene)}/assets/${after.id}` } }],
  ),
});

const add = ({ list, problem }: Sort): Handler =>
  checkedBefore(engineWith(named), searchNetwork, ({ body }) => {
    const sent = isList(body[list]) ? body[list] : [];
    const wrong = sent.map((one) => problem(isFields(one) ? one : { text: one }));
    const at = wrong.findIndex((one) => one !== undefined);
    return wrongAt(`${list}.${String(at)}`, wrong[at]);
  });

const wrongAt = (param: string, message: string | undefined): Reply | undefined =>
  message === undefined ? undefined : refuse('invalid_field_value', { param, message });

/** All that are named are changed, or none. */
const change = ({ kind, problem, changed }: Sort): Handler =>
  checkedBefore(
    inScene((scene) =>
      commit<Reply>(scene.desk, [`${kind}/${scene.owners.ownerId}`], async (view) => {
        const updates = fieldsIn(scene.call.body['updates']);
        const records = new Map<string, StoredRecord>();
        for (const [at, update] of updates.entries()) {
          const id = textOf(update['assetResourceName'])?.split('/').at(-1) ?? '';
          const before = records.get(id) ?? (await findById(scene, view, id));
          const param = `updates.${String(at)}.assetResourceName`;
          if (before === undefined || before.doc['assetResourceName'] !== update['assetResourceName'])
            return { result: notFound(kind, { param }) };
          const after = withFields(before, changed(update));
          const refusal = wrongAt(`updates.${String(at)}`, problem(after.doc));
          if (refusal !== undefined) return { result: refusal };
          records.set(id, after);
        }
        const customerId = customerOf(scene);
        return { records: [...records.values()], result: ok({ updated: updates.length, customerId }) };
      }),
    ),
    searchNetwork,
  );

export const accountAssets: Record<string, Handler> = {
  addAccountCallouts: add(CALLOUTS),
  updateAccountCallouts: change(CALLOUTS),
  addAccountSitelinks: add(SITELINKS),
  updateAccountSitelinks: change(SITELINKS),
  addAccountStructuredSnippets: add(SNIPPETS),
  updateAccountStructuredSnippets: change(SNIPPETS),
};
