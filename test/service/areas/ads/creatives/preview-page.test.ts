/** The page of a preview: as wide as its place, with what an ad has and nothing that it lacks. */
import { expect, test } from 'vitest';
import { contentIn, previewsOf } from '../../../../../src/service/areas/ads/creatives/preview-page.ts';

const FORMAT = 'MOBILE_FEED_STANDARD';

const pageFor = (fields: object, format = FORMAT): string =>
  previewsOf(contentIn({ ...fields }), [format])[0]?.html ?? '';

test.each([
  ['DESKTOP_FEED_STANDARD', 500],
  ['MOBILE_FEED_STANDARD', 320],
  ['RIGHT_COLUMN_STANDARD', 254],
  ['INSTAGRAM_STANDARD', 320],
  ['INSTAGRAM_STORY', 270],
  ['INSTAGRAM_REELS', 270],
  ['FACEBOOK_STORY_MOBILE', 270],
  ['FACEBOOK_REELS_MOBILE', 270],
  ['MARKETPLACE_MOBILE', 320],
  ['MESSENGER_MOBILE_INBOX_MEDIA', 320],
])('the format %s is %d pixels wide', (format, width) => {
  const page = pageFor({ body: 'Text' }, format);
  expect(page).toContain(`data-format="${format}" data-width="${String(width)}"`);
  expect(page).toContain(`content="width=${String(width)}"`);
});

test('four formats are usual; one that the network lacks has no page', () => {
  const usual = previewsOf(contentIn({ body: 'Text' }), []);
  expect(usual.map(({ format }) => format)).toEqual([
    'DESKTOP_FEED_STANDARD',
    'MOBILE_FEED_STANDARD',
    'INSTAGRAM_STANDARD',
    'INSTAGRAM_STORY',
  ]);
  expect(usual.every(({ html }) => html !== null)).toBe(true);
  expect(previewsOf(contentIn({}), ['toString', 'INSTAGRAM_STORY']).map(({ html }) => html === null)).toEqual([
    true,
    false,
  ]);
});

test('an ad without text, picture, link and button has none of their elements', () => {
  const page = pageFor({ body: '', headline: '', imageUrl: 'no address', linkUrl: 'mailto:a@b.example' });
  for (const tag of ['<p', '<img', '<video', '<span']) expect(page).not.toContain(tag);
  expect(page).toContain('<div class="card">');
});

test('each part of an ad has its element once', () => {
  const page = pageFor({
    ...{ body: 'Words', headline: 'Head', description: 'More', callToAction: 'SHOP_NOW' },
    ...{ imageUrl: 'http://a.example/1.jpg', linkUrl: 'https://shop.example/x', videoUrl: 'https://a.example/1.mp4' },
  });
  for (const part of [
    '<p>Words</p>',
    '<strong>Head</strong>',
    '<p>More</p>',
    '<span class="button">Shop now</span>',
    '<p class="host">shop.example</p>',
    'src="http://a.example/1.jpg"',
    '<video src="https://a.example/1.mp4" controls>',
  ])
    expect(page.split(part), part).toHaveLength(2);
});

test('what an ad says itself goes before its creative, and an empty text is passed over', () => {
  expect(contentIn({ headline: 'Ad', creative: { headline: 'Creative', body: 'From below' } })).toMatchObject({
    headline: 'Ad',
    body: 'From below',
  });
  expect(contentIn({ headline: '', creative: { headline: 'Creative' } }).headline).toBe('Creative');
  expect(contentIn({ title: 'Title', name: 'Name' }).headline).toBe('Title');
  expect(contentIn({}).headline).toBeUndefined();
});

test('a button is a word or has a type, and stories of the network are read from their parts', () => {
  expect(contentIn({ callToAction: { type: 'LEARN_MORE' } }).callToAction).toBe('LEARN_MORE');
  const video = { video_data: { message: 'Look', video_url: 'https://a.example/2.mp4', title: 'Two' } };
  expect(contentIn({ object_story_spec: video })).toMatchObject({
    body: 'Look',
    videoUrl: 'https://a.example/2.mp4',
    headline: 'Two',
  });
  expect(contentIn({ object_story_spec: { photo_data: { url: 'https://a.example/3.jpg' } } }).imageUrl).toContain(
    '3.jpg',
  );
});

test('cards stand in place of the ad’s own, and what is no card is left out', () => {
  const cards = [
    { name: 'One', link: 'https://one.example' },
    'no card',
    { name: 'Two', picture: 'https://a.example/2.jpg' },
  ];
  const content = contentIn({ object_story_spec: { link_data: { name: 'Above', child_attachments: cards } } });
  expect(content.cards.map(({ headline }) => headline)).toEqual(['One', 'Two']);
  const page = pageFor({ object_story_spec: { link_data: { name: 'Above', child_attachments: cards } } });
  expect(page.match(/class="card"/g)).toHaveLength(2);
  expect(page).not.toContain('Above');
});
