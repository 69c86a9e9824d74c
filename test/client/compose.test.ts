/** What a post needs before it is sent: something to show, in whatever form. */
import { expect, test } from 'vitest';
import { refuseEmpty, type Said } from '../../src/client/compose.ts';

const said = { media: [], draft: false, to: ['discord'], queue: undefined } as unknown as Said;

test('ASM-27 a post of nothing is refused before it is sent', () => {
  expect(() => {
    refuseEmpty({ platforms: [{ platform: 'discord' }] }, said);
  }).toThrow('The post is empty');
});

test.each([
  { platforms: [{ platform: 'discord', platformSpecificData: { embeds: [{ title: 'Hi' }] } }] },
  { platforms: [{ platform: 'twitter', customContent: 'Hi' }] },
  { platformSpecificData: { threadItems: [{ content: 'first' }] } },
])('ASM-27 what the settings or a target say is enough: %o', (body) => {
  expect(() => {
    refuseEmpty(body, said);
  }).not.toThrow();
});
