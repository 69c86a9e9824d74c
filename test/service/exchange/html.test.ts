import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html } from '../../../src/service/exchange/html.ts';

test('whatever a value is, it stays text: neither an element nor the end of an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ abc\n') }), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`;
      const [, title = '', content = ''] = /^<p title="([^"]*)">([^<>]*)<\/p>$/.exec(markup) ?? [];
      for (const one of [title, content]) expect(decoded(one)).toBe(text);
    }),
  );
});

const decoded = (escaped: string): string =>
  escaped
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('markup made here stands as it is, lists are joined, and undefined leaves nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  // prettier-ignore
  expect(html`<ul>${items}</ul>${undefined}${7}`.markup).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>7');
});
