/** What an ad promotes: each id of `promotedObject` names something that exists, in every call that takes one. */
import { expect, test } from 'vitest';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

async function scene() {
  const stage = await adStage();
  const { api, accountId, post, created, account } = stage;
  await account('whatsapp', { username: '+15550100200' });
  const pixel = await api('POST', `/v1/accounts/${accountId}/tracking-tags`, {
    body: { adAccountId: META, name: 'Shop pixel' },
  });
  const pixelId = String(pixel.body['tag']?.['id']);
  const rule = { and: [{ url: { i_contains: 'thanks' } }] };
  const custom = await api('POST', `/v1/accounts/${accountId}/custom-conversions`, {
    body: { adAccountId: META, name: 'Thanks', pixelId, customEventType: 'LEAD', rule },
  });
  const catalog = await post('catalogs', { businessId: '123879675774356', name: 'Shop' });
  const own = {
    pixelId,
    customConversionId: String(custom.body['customConversionId']),
    pageId: '122807222231202',
    applicationId: '121666219813230',
    productCatalogId: String(catalog.body['catalog']?.['id']),
    offlineConversionDataSetId: pixelId,
    whatsappPhoneNumber: '+1 555 0100200',
  };
  const calls = {
    campaign: (promotedObject: object) =>
      post('campaigns', { platform: 'facebook', name: 'Spring', goal: 'traffic', promotedObject }),
    ad: (promotedObject: object) => post('create', { ...CONTENT, promotedObject }),
    set: (promotedObject: object) =>
      api('PUT', `/v1/ads/ad-sets/${created.setId}`, {
        body: { platform: 'facebook', platformSpecificData: { promotedObject } },
      }),
  };
  return { ...stage, own, calls };
}

test('readings, "Ads": a promoted object names what exists, in a campaign, an ad and a change of an ad set', async () => {
  const { own, calls } = await scene();
  for (const [name, call] of Object.entries(calls)) {
    const at = name === 'set' ? 'platformSpecificData.promotedObject' : 'promotedObject';
    for (const [field, id] of Object.entries(own)) {
      expect((await call({ [field]: id })).status, `${name} ${field}`).toBeLessThan(300);
      expect(await call({ [field]: '120000000000001' }), `${name} ${field}`).toMatchObject({
        status: 404,
        body: { code: 'not_found', param: `${at}.${field}` },
      });
    }
  }
});

test('readings, "Ads": a WhatsApp number beside the content of an ad is that of a connected account', async () => {
  const { post } = await scene();
  const named = (whatsappPhoneNumber: string) => post('ctwa', { ...CONTENT, whatsappPhoneNumber });
  expect((await named('+15550100200')).status).toBe(201);
  expect(await named('+15550100201')).toMatchObject({
    status: 404,
    body: { code: 'not_found', param: 'whatsappPhoneNumber' },
  });
});
