/** Who can be written to, when, and with what: the window, templates, and what platforms lack. */
import { describe, expect, test } from 'vitest';
import { approve, PERSON, talk, type Talk } from './talk.ts';

const DAY = 24 * 3600;

describe('the window', () => {
  test('INB-19 free text is refused a day after the person last wrote, and not before', async () => {
    const { hears, send, advance, feed, accountId } = await talk('whatsapp');
    const { conversationId } = await hears();
    await advance(DAY - 60);
    expect((await send(conversationId)).status).toBe(200);
    await advance(61);
    expect(await send(conversationId)).toMatchObject({ status: 400, body: { code: 'TEMPLATE_REQUIRED' } });
    expect(await feed(accountId, 'message')).toHaveLength(1);
    await hears();
    expect((await send(conversationId)).status).toBe(200);
  });

  test.each([
    ['whatsapp', {}],
    ['facebook', {}],
    ['facebook', { messagingType: 'MESSAGE_TAG', messageTag: 'HUMAN_AGENT' }],
  ])('INB-19 ASM-49 on %s it is open to its last instant (%o)', async (platform, tag) => {
    const { hears, send, advance } = await talk(platform);
    const { conversationId } = await hears();
    await advance('messageTag' in tag ? 7 * DAY : DAY);
    expect((await send(conversationId, tag)).status).toBe(200);
    await advance(1);
    expect((await send(conversationId, tag)).status).toBe(400);
  });

  test('INB-20 somebody who never wrote gets no free text, and no conversation comes of it', async () => {
    const { begin, api, told } = await talk('whatsapp');
    expect(await begin()).toMatchObject({ status: 400, body: { code: 'TEMPLATE_REQUIRED' } });
    expect((await api('GET', '/v1/inbox/conversations')).body['data']).toEqual([]);
    expect(await told()).toEqual([]);
  });

  test.each(['facebook', 'instagram'])(
    'ASM-49 on %s the platform itself refuses, unless a tag says why',
    async (platform) => {
      const { hears, send, advance } = await talk(platform);
      const { conversationId } = await hears();
      await advance(DAY + 1);
      expect(await send(conversationId)).toMatchObject({
        status: 400,
        body: { type: 'platform_error', code: 'platform_api_error', platform: 'meta', platformError: { code: 10 } },
      });
      const tagged = { messagingType: 'MESSAGE_TAG', messageTag: 'HUMAN_AGENT' };
      expect((await send(conversationId, tagged)).status).toBe(200);
      await advance(6 * DAY);
      expect((await send(conversationId, tagged)).status).toBe(400);
      const update = await send(conversationId, { ...tagged, messageTag: 'ACCOUNT_UPDATE' });
      expect(update.status).toBe(platform === 'facebook' ? 200 : 400);
    },
  );

  test.each(['telegram', 'twitter', 'reddit', 'slack'])('ASM-49 on %s there is none', async (platform) => {
    const { hears, send, advance } = await talk(platform);
    const { conversationId } = await hears();
    await advance(30 * DAY);
    expect((await send(conversationId)).status).toBe(200);
  });
});

const BODY = { type: 'body', text: 'Hi {{1}}, order {{2}} is on its way.' };

describe('templates', () => {
  const template = { templateName: 'order_update', templateLanguage: 'en_US', message: undefined };
  const ordered = async (components: readonly object[] = [BODY], status = 'APPROVED') => {
    const one = await talk('whatsapp');
    await approve(one, { components }, status);
    return one;
  };

  test('INB-05 INB-06 INB-21 an approved one reaches a stranger, with its values in their order', async () => {
    const { begin, feed, accountId, messages } = await ordered();
    const { status, body } = await begin({ ...template, templateParams: ['Ana', 'A-1001'] });
    expect(status, JSON.stringify(body)).toBe(201);
    const parameters = [
      { type: 'text', text: 'Ana' },
      { type: 'text', text: 'A-1001' },
    ];
    const text = 'Hi Ana, order A-1001 is on its way.';
    expect(await feed(accountId, 'message')).toMatchObject([
      { text, template: { name: 'order_update', language: 'en_US', components: [{ type: 'body', parameters }] } },
    ]);
    expect(await messages(String(body['data']?.['conversationId']))).toMatchObject([{ message: text }]);
  });

  test('INB-13 INB-14 INB-21 one goes into a conversation whose window is closed, its components as they were sent', async () => {
    const { hears, send, advance, feed, accountId } = await ordered([{ type: 'body', text: 'Sale' }]);
    const { conversationId } = await hears();
    await advance(DAY + 1);
    const components = [{ type: 'limited_time_offer', parameters: [{ type: 'x', odd: { kept: [1, null] } }] }];
    const sent = await send(conversationId, {
      message: undefined,
      template: { name: 'order_update', language: 'en_US', components },
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const [item] = await feed(accountId, 'message');
    expect(item?.['template']?.['components']).toEqual(components);
  });

  test.each(['PENDING', 'REJECTED', 'PAUSED'])('ASM-55 a template that is %s is refused', async (status) => {
    const { begin } = await ordered([BODY], status);
    const answer = await begin({ ...template, templateParams: ['Ana', 'A-1001'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'TEMPLATE_REQUIRED' } });
  });

  test('ASM-55 INB-35 an unknown template, language or number of values does not fit', async () => {
    const { begin } = await ordered();
    const wrong = [
      { templateName: 'nothing', templateParams: ['Ana', 'A-1001'] },
      { templateLanguage: 'de', templateParams: ['Ana', 'A-1001'] },
      { templateParams: ['Ana'] },
      {},
    ];
    for (const more of wrong)
      expect(await begin({ ...template, ...more })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_TEMPLATE_PARAMS' },
      });
  });

  const URL_BUTTON = { type: 'url', text: 'Track', url: 'https://a.example/{{1}}', example: ['x'] };
  const HEADER = { type: 'header', format: 'image', example: { header_handle: ['https://a.example/1.jpg'] } };
  const media = { headerMedia: { type: 'image', link: 'https://a.example/1.jpg' } };
  const button = (more: object) => ({ templateButtonParams: [{ index: 0, subType: 'url', value: '42', ...more }] });
  const cards = (...all: object[]) => ({ templateCards: all.map((one, cardIndex) => ({ cardIndex, ...one })) });
  const CAROUSEL = {
    type: 'carousel',
    cards: [1, 2].map(() => ({ components: [{ type: 'body', text: 'For {{1}}' }] })),
  };

  test.each([
    ['INVALID_TEMPLATE_HEADER', [HEADER], {}, media],
    ['INVALID_TEMPLATE_HEADER', [HEADER], { headerMedia: { type: 'video', link: 'https://a.example/1.mp4' } }, media],
    ['INVALID_TEMPLATE_BUTTON_PARAM', [{ type: 'buttons', buttons: [URL_BUTTON] }], {}, button({})],
    ['INVALID_TEMPLATE_BUTTON_PARAM', [{ type: 'buttons', buttons: [URL_BUTTON] }], button({ index: 1 }), button({})],
    ['INVALID_TEMPLATE_CARD_PARAM', [CAROUSEL], cards({ params: ['a'] }), cards({ params: ['a'] }, { params: ['b'] })],
  ])('INB-35 %s: values that do not fit are refused, those that do go out', async (code, parts, wrong, right) => {
    const { begin } = await ordered([{ type: 'body', text: 'Hello' }, ...parts]);
    expect(await begin({ ...template, ...wrong })).toMatchObject({ status: 400, body: { code } });
    const sent = await begin({ ...template, ...right });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  });
});

describe('utility messages without a template', () => {
  const direct = { category: 'utility' };
  const rated = async (quality: string | undefined, more: Readonly<Record<string, unknown>> = {}): Promise<Talk> => {
    const one = await talk('whatsapp', more);
    if (quality !== undefined) await one.tell('whatsapp_account', { change: 'quality', qualityRating: quality });
    return one;
  };

  test('INB-33 are blocked while the quality of the number is red', async () => {
    const { begin } = await rated('RED');
    expect(await begin(direct)).toMatchObject({ status: 400, body: { code: 'DIRECT_SEND_BLOCKED' } });
  });

  test('INB-35 go out once a day to a person, and not from a number that a phone app shares', async () => {
    const { begin, advance } = await rated('GREEN');
    expect((await begin(direct)).status).toBe(201);
    expect(await begin(direct)).toMatchObject({ status: 400, body: { code: 'DIRECT_SEND_LIMITED' } });
    await advance(DAY + 1);
    expect((await begin(direct)).status).toBe(201);
    const shared = await rated(undefined, { kind: 'coexistence' });
    expect(await shared.begin(direct)).toMatchObject({ status: 400, body: { code: 'DIRECT_SEND_NOT_ELIGIBLE' } });
  });
});

describe('what platforms lack', () => {
  test.each([
    ['instagram', { buttons: [{ type: 'phone', title: 'Call', phone: '+15550100300' }] }],
    ['twitter', { buttons: [{ type: 'url', title: 'Open', url: 'https://a.example' }] }],
    ['bluesky', { attachmentUrl: 'https://a.example/1.jpg', attachmentType: 'image' }],
    ['telegram', { template: { type: 'generic', elements: [{ title: 'Card' }] } }],
    ['facebook', { template: { name: 'order_update', language: 'en_US' } }],
    ['whatsapp', { template: { type: 'generic', elements: [{ title: 'Card' }] } }],
    ['slack', { location: { latitude: 1, longitude: 2 } }],
    ['facebook', { category: 'utility' }],
  ])('INB-32 on %s a message with %j is refused', async (platform, more) => {
    const { hears, send, feed, accountId } = await talk(platform);
    const { conversationId } = await hears();
    expect(await send(conversationId, more)).toMatchObject({ status: 400, body: { code: 'PLATFORM_LIMITATION' } });
    expect(await feed(accountId, 'message')).toEqual([]);
  });

  test.each(['facebook', 'instagram'])('INB-32 on %s buttons, answers and cards go out', async (platform) => {
    const { hears, send, feed, accountId } = await talk(platform);
    const { conversationId } = await hears();
    const buttons = [{ type: 'postback', title: 'Yes', payload: 'yes' }];
    expect((await send(conversationId, { buttons })).status).toBe(200);
    const quickReplies = [{ title: 'Nine', payload: '9' }];
    expect((await send(conversationId, { quickReplies })).status).toBe(200);
    const template = { type: 'generic', elements: [{ title: 'Card' }] };
    expect((await send(conversationId, { message: undefined, template })).status).toBe(200);
    expect(await feed(accountId, 'message')).toMatchObject([{ buttons }, { quickReplies }, { template }]);
  });

  test.each(['discord', 'youtube', 'pinterest', 'threads', 'googlebusiness', 'linkedin', 'shopify'])(
    'INB-34 %s has no direct messages: in upper case',
    async (platform) => {
      const { begin } = await talk(platform);
      expect(await begin()).toMatchObject({ status: 400, body: { code: 'PLATFORM_NOT_SUPPORTED' } });
    },
  );
});

describe('people', () => {
  test.each([
    ['whatsapp', { participantId: '12' }],
    ['bluesky', { participantId: undefined, participantUsername: 'nobody.example.com' }],
    ['reddit', { participantId: undefined, participantUsername: 'no such name' }],
    ['telegram', { participantId: undefined, participantUsername: 'ana' }],
  ])('INB-35 on %s %j is nobody', async (platform, person) => {
    const { begin } = await talk(platform);
    expect(await begin(person)).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_NOT_FOUND' } });
  });

  test('INB-35 a handle is found on the network; whoever takes no messages is not written to', async () => {
    const { begin } = await talk('bluesky');
    const to = (participantUsername: string) => begin({ participantId: undefined, participantUsername });
    expect((await to('ana.example.com')).body['data']).toMatchObject({ participantUsername: 'ana.example.com' });
    expect(await to('@bo.example.com')).toMatchObject({ status: 422, body: { code: 'DM_NOT_ALLOWED' } });
  });

  test('INB-35 whom the account has blocked it does not write to', async () => {
    const { hears, send, api, accountId } = await talk('whatsapp');
    const { conversationId } = await hears();
    await api('POST', '/v1/whatsapp/block-users', { body: { accountId, users: [`+${PERSON}`] } });
    expect(await send(conversationId)).toMatchObject({ status: 422, body: { code: 'DM_NOT_ALLOWED' } });
  });
});
