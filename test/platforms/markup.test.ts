/** Marks in a text are read as Telegram reads them: what people see, or why the whole message is refused. */
import { expect, test } from 'vitest';
import { readMarks } from '../../src/platforms/markup.ts';

test.each<[mode: string | undefined, text: string, visible: string]>([
  [undefined, '<b>as it is', '<b>as it is'],
  ['HTML', '<b>bold <i>both</i></b> &lt;3 &#9731; &#x2603; a & b', 'bold both <3 ☃ ☃ a & b'],
  ['HTML', '<a href="https://example.test/?a=1&b=2">link</a>', 'link'],
  ['HTML', '<span class="tg-spoiler">hidden</span><pre><code class="language-ts">x</code></pre>', 'hiddenx'],
  ['Markdown', '*bold* _it_ `a_b` [link](https://example.test/) snake\\_case', 'bold it a_b link snake_case'],
  ['Markdown', '```\n*no mark*\n```', '\n*no mark*\n'],
  ['MarkdownV2', '*bold _both_* ||hidden|| [link](https://example.test/\\)) Stop\\.', 'bold both hidden link Stop.'],
  ['MarkdownV2', '__under__ ~out~ `a.b` ```\nx=1\n```', 'under out a.b \nx=1\n'],
  ['MarkdownV2', '>one\n>two||\nafter', 'one\ntwo\nafter'],
  ['MarkdownV2', '__a _b___ c', 'a b c'],
])('%s %j is seen as %j', (mode, text, visible) => {
  expect(readMarks(text, mode)).toEqual({ visible });
});

test.each<[mode: string, text: string, fault: string]>([
  ['HTML', '<b>open', 'has a <b> without its </b>'],
  ['HTML', '<b><i>crossed</b></i>', 'has a </b> at 13 that ends no open tag'],
  ['HTML', '<h1>no</h1>', 'has the tag <h1> at 0, which is not supported'],
  ['HTML', '<span>no</span>', 'has the tag <span> at 0, which is not supported'],
  ['HTML', '1 < 2', 'has a < at 2 that begins no tag; write &lt;'],
  ['Markdown', 'snake_case', 'has a _ at 5 without its end'],
  ['Markdown', '[no link', 'has a [ at 0 without its end'],
  ['MarkdownV2', 'Stop.', 'has a . at 4 that must be written as \\.'],
  ['MarkdownV2', 'a > b', 'has a > at 2 that must be written as \\>'],
  ['MarkdownV2', '*open', 'has a * at 0 without its end'],
  ['MarkdownV2', '[link](https://example.test/', 'has a ( at 6 without its end'],
  ['MarkdownV2', '*_crossed*_', 'has a _ at 1 without its end'],
])('%s %j %s', (mode, text, fault) => {
  expect(readMarks(text, mode)).toEqual({ fault });
});
