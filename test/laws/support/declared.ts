/** What the laws take as declared. Until `x-svc-effect` and the kinds say it, it is derived here, and nowhere else. */
import type { Card } from '../../../src/kernel/card.ts';

/** They answer an address with a fresh state in it, or finish a sign-in: each call is another one. */
const ISSUES: ReadonlySet<string> = new Set([
  'completeMetaAdsBusinessLogin',
  'connectAds',
  'connectWhatsApp',
  'getConnectUrl',
  'getShopifyConnectUrl',
  'getWordPressAuthUrl',
]);

export const isRead = ({ id, method }: Card): boolean => method === 'GET' && !ISSUES.has(id);

/** How many units of work an operation may hand to the store when it succeeds. */
export const commitsOf = (card: Card): readonly number[] => {
  if (isRead(card)) return [0];
  return ['create', 'update', 'delete'].includes(card.resource?.does ?? '') ? [1] : [0, 1];
};
