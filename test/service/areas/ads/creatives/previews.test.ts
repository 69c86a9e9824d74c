/** Previews of ads and creatives: small pages in which every text stays text. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../../src/catalog/catalog.ts';
import { contentIn, previewsOf } from '../../../../../src/service/areas/ads/creatives/preview-page.ts';
import { complaintsAbout } from '../../../../support/contract.ts';
import type { Json } from '../../../../support/service.ts';
import { META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const catalog = openCatalog('dist/cards');

const FORMAT = 'MOBILE_FEED_STANDARD';

async function scene() {
  const stage = await adStage({ description: 'Only in May.', callToAction: 'SHOP_NOW' });
  const judge = (id: string, { status, body }: { status: number; body: Json }): void =>
    expect(complaintsAbout(catalog, catalog.card(id), { status, text: JSON.stringify(body) })).toBeNull();
  const generate = async (body: object) => {
    const reply = await stage.post('preview', body);
    judge('generateAdPreviews', reply);
    return reply;
  };
  const get = async (query: Readonly<Record<string, string>> = {}) => {
    const reply = await stage.api('GET', `/v1/ads/${stage.created.id}/preview`, { query });
    judge('getAdPreviews', reply);
    return reply;
  };
  return { ...stage, generate, get };
}

const pageIn = ({ body }: { body: Json }): string => String(body['previews']?.['0']?.['html']);

const pageFor = (fields: object): string => previewsOf(contentIn({ ...fields }), [FORMAT])[0]?.html ?? '';

test('an ad is shown with its text, headline, picture, link and button', async () => {
  const { get, created } = await scene();
  const { body } = await get({ formats: FORMAT });
  expect(body).toMatchObject({ adId: created.id, previews: [{ format: FORMAT }] });
  for (const part of ['A third off.', 'Spring', 'Only in May.', 'Shop now', 'example.com', 'example.com/spring.jpg'])
    expect(pageIn({ body })).toContain(part);
});

test('the usual formats are shown where none is named, and a format that the network lacks is null', async () => {
  const { get } = await scene();
  const usual = (await get()).body['previews'] as unknown as readonly Json[];
  expect(usual.map(({ format }) => format)).toContain(FORMAT);
  const { body } = await get({ formats: `${FORMAT}, CEILING_STANDARD,constructor` });
  expect(body['previews']).toEqual([
    { format: FORMAT, html: expect.any(String) },
    { format: 'CEILING_STANDARD', html: null },
    { format: 'constructor', html: null },
  ]);
});

test('a creative is previewed by its id, and one in the network’s own form as it is sent', async () => {
  const { generate, post } = await scene();
  const made = await post('creatives', { headline: 'May', body: 'Fresh.', linkUrl: 'https://shop.example/may' });
  const { creativeId } = made.body;
  const stored = await generate({ existingCreativeId: String(creativeId), formats: [FORMAT] });
  for (const part of ['May', 'Fresh.', 'shop.example', 'Learn more']) expect(pageIn(stored)).toContain(part);
  const link = {
    message: 'In own form',
    name: 'June',
    link: 'https://june.example',
    call_to_action: { type: 'SIGN_UP' },
  };
  const creativeSpec = { object_story_spec: { link_data: link } };
  const spec = await generate({ creativeSpec });
  for (const part of ['In own form', 'June', 'june.example', 'Sign up']) expect(pageIn(spec)).toContain(part);
});

test('what is neither named nor sent, named twice, unknown or of another account is refused', async () => {
  const { api, generate, post, account } = await scene();
  const none = await generate({});
  expect(none).toMatchObject({ status: 400, body: { code: 'missing_required_field', param: 'existingCreativeId' } });
  expect(await generate({ existingCreativeId: '1' })).toMatchObject({ status: 404 });
  const made = await post('creatives', { headline: 'May', body: 'Fresh.', linkUrl: 'https://shop.example/may' });
  const both = await generate({ existingCreativeId: String(made.body['creativeId']), creativeSpec: {} });
  expect(both).toMatchObject({ status: 400, body: { code: 'mutually_exclusive_fields' } });
  const { _id: accountId } = await account('metaads', { username: 'another' });
  const body = { accountId, adAccountId: META, existingCreativeId: String(made.body['creativeId']) };
  expect(await api('POST', '/v1/ads/preview', { body })).toMatchObject({ status: 404 });
});

test('hostile text is text, and only addresses on the web are loaded or shown', () => {
  const page = pageFor({
    body: '<script>alert(1)</script>',
    headline: '"><img src=x onerror=alert(1)>',
    linkUrl: 'javascript:alert(1)',
    imageUrl: 'https://a.example/"onerror="alert(1)',
    videoUrl: 'data:text/html,<script>',
    callToAction: '</style><script>',
  });
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|onerror="|javascript:|data:text|<video/);
  expect(page.match(/<img /g)).toHaveLength(1);
});

test('the page runs no script, sends no form and tells nobody where it was read', () => {
  const page = pageFor({ body: 'Text' });
  expect(page).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]*style-src 'sha256-/);
  expect(page).toContain("form-action 'none'");
  expect(page).toContain('<meta name="referrer" content="no-referrer">');
});

test('a carousel shows each of its cards', () => {
  const carouselCards = ['One', 'Two'].map((headline) => ({
    headline,
    imageUrl: `https://a.example/${headline}.jpg`,
    linkUrl: 'https://a.example',
  }));
  const page = pageFor({ headline: 'Above', carouselCards });
  for (const part of ['One.jpg', 'Two.jpg']) expect(page).toContain(part);
  expect(page).not.toContain('Above');
});
