/** Images that come as base64: which texts are taken, and as what. */
import { expect, test } from 'vitest';
import { pngOf } from '../../../../support/media-files.ts';
import { META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const IMAGE = pngOf({ width: 2, height: 2 }, 100).toString('base64');

test.each([
  ['plain', IMAGE],
  ['a data URL', `data:image/png;base64,${IMAGE}`],
  ['in lines', IMAGE.replace(/.{40}/g, '$&\r\n')],
])('base64 is taken: %s', async (_what, imageBase64) => {
  const { post } = await adStage();
  expect((await post('images', { adAccountId: META, imageBase64 })).status).toBeLessThan(300);
});

test.each([
  ['nothing', ''],
  ['padding alone', '=='],
  ['too much padding', `${IMAGE.replace(/=+$/, '')}===`],
  ['padding within', `${IMAGE.slice(0, 8)}=${IMAGE.slice(8)}`],
  ['a foreign character', `${IMAGE.slice(0, 8)}%${IMAGE.slice(8)}`],
  ['another form of URL', `data:image/png,${IMAGE}`],
])('what is not base64 is refused: %s', async (_what, imageBase64) => {
  const { post } = await adStage();
  expect(await post('images', { adAccountId: META, imageBase64 })).toMatchObject({
    status: 400,
    body: { param: 'imageBase64' },
  });
});
