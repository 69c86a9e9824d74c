/** The rule of an audience in the form that its network reads: written from the simple fields, or judged where a caller wrote it. Pure. Used by audiences.ts and judge-audience.ts. */
import { DAY_MS } from '../../../../kernel/time.ts';
import { type Fields, isFields, isList } from '../../../../kernel/json.ts';

/** Sources of engagement whose rule is a plain list of events, and the event where the caller names none. Source: ADS-66 */
const LEGACY: Readonly<Record<string, string>> = { video: 'video_watched' };

/** Sources in the words of rules, and the event where the caller names none. */
const SOURCES: Readonly<Record<string, { readonly type: string; readonly event: string }>> = {
  page: { type: 'page', event: 'page_engaged' },
  instagram: { type: 'ig_business', event: 'ig_business_profile_all' },
};

const secondsOf = (days: unknown): number => (typeof days === 'number' ? days * DAY_MS : 0) / 1_000;

const inclusion = (source: Fields, days: unknown, filter: Fields): Fields => ({
  inclusions: {
    operator: 'or',
    rules: [{ event_sources: [source], retention_seconds: secondsOf(days), filter }],
  },
});

/** The rule that the network is sent; undefined for an audience that needs none. */
export function ruleFor({ type, rule, engagementSource, sourceId, event, ...more }: Fields): unknown {
  if (rule !== undefined) return rule;
  const { pixelId, retentionDays, urlContains } = more;
  if (type === 'website') {
    const condition = { field: 'url', operator: 'i_contains', value: urlContains ?? '' };
    return inclusion({ type: 'pixel', id: pixelId }, retentionDays, { operator: 'and', filters: [condition] });
  }
  if (type !== 'meta_engagement') return undefined;
  const legacy = LEGACY[String(engagementSource)];
  if (legacy !== undefined) return [{ event_name: event ?? legacy, object_id: sourceId }];
  const source = SOURCES[String(engagementSource)];
  const filters = [{ field: 'event', operator: 'eq', value: event ?? source?.event }];
  return inclusion({ type: source?.type, id: sourceId }, retentionDays, { operator: 'and', filters });
}

/** The subcode with which the network refuses the shape of a rule: without a list of rules, or with one that lacks its parts. Source: ERR-53 */
export function faultOfRule(rule: Fields): number | undefined {
  const { inclusions } = rule;
  if (!isFields(inclusions) || !isList(inclusions['rules']) || inclusions['rules'].length === 0) return 1713098;
  const isWhole = (one: unknown): boolean =>
    isFields(one) && isList(one['event_sources']) && typeof one['retention_seconds'] === 'number';
  return inclusions['rules'].every(isWhole) ? undefined : 1870029;
}
