/** Platforms and kinds of records by the names that people read. */
import { expect, test } from 'vitest';
import { kindLabel, platformLabel } from '../../src/platforms/labels.ts';
import { PLATFORMS } from '../../src/platforms/platforms.ts';

test('every platform has the label that its owner writes', () => {
  expect(Object.keys(PLATFORMS).map(platformLabel).sort()).toEqual(
    [
      ...['Bluesky', 'Discord', 'Facebook', 'Google Ads', 'Google Business', 'iMessage', 'Instagram', 'LinkedIn'],
      ...['LinkedIn Ads', 'Meta Ads', 'OpenAI Ads', 'Phone', 'Pinterest', 'Pinterest Ads', 'RCS', 'Reddit', 'SMS'],
      ...['Shopify', 'Slack', 'Snapchat', 'Telegram', 'Threads', 'TikTok', 'TikTok Ads', 'WhatsApp', 'WordPress'],
      ...['X', 'X Ads', 'YouTube'],
    ].sort(),
  );
});

test.each([
  ['whatsapp_template', 'WhatsApp template'],
  ['google_business_location', 'Google Business location'],
  ['business_agent_faq', 'business agent FAQ'],
  ['discord_guild', 'Discord guild'],
  ['ad_tiktok_pixel', 'ad TikTok pixel'],
  ['sip_trunk', 'SIP trunk'],
  ['phone_number', 'phone number'],
])('the kind %s is read as %s', (kind, label) => {
  expect(kindLabel(kind)).toBe(label);
});
