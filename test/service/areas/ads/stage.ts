/** Teams with an ad on Meta or a catalog that has just been made, and what their tests do with it. */
import { startService, type Json } from '../../../support/service.ts';
import { CONTENT, META } from './ad-content.ts';

/** @param more fields of the ad besides CONTENT */
export async function adStage(more: object = {}) {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const post = (path: string, body: object) =>
    service.api('POST', `/v1/ads/${path}`, { body: { accountId, adAccountId: META, ...body } });
  const { body } = await post('create', { ...CONTENT, adAccountId: META, ...more });
  const ad = body['ad'];
  const created = {
    id: String(ad?.['_id']),
    setId: String(ad?.['platformAdSetId']),
    campaignId: String(ad?.['platformCampaignId']),
  };
  /** The campaign, its ad set and its ad. */
  const nodes = async () => {
    const tree = await service.api('GET', '/v1/ads/tree');
    const campaign = tree.body['campaigns']?.['0'];
    const set = campaign?.['adSets']?.['0'];
    return [campaign, set, set?.['ads']?.['0']];
  };
  const tell = (status: string, what: object) =>
    service.control('POST', '/_local/inbound', { type: 'ad_status', accountId, status, ...what });
  const told = async () => (await service.events('ad.status_changed')).map(({ payload }) => payload);
  const minutes = (count: number) => service.advance(count * 60);
  return { ...service, accountId, post, created, nodes, tell, told, minutes };
}

/** A team with an empty catalog on Meta. */
export async function shopStage() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const { body } = await service.api('POST', '/v1/ads/catalogs', {
    body: { accountId, businessId: '123879675774356', name: 'Shop' },
  });
  const catalogId = String(body['catalog']?.['id']);
  const call = (method: string, path: string, more: object = {}) =>
    service.api(method, `/v1/ads/catalogs/${catalogId}/${path}`, { body: { accountId, ...more } });
  const get = async (path: string) =>
    (await service.api('GET', `/v1/ads/catalogs/${catalogId}/${path}`, { query: { accountId } })).body;
  const products = async () => (await get('products'))['products'] as unknown as Json[];
  return { ...service, accountId, catalogId, call, get, products };
}
