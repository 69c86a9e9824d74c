import { expect, test } from 'vitest';
import { pageIn, pagesFile, pageText, pageAsked, withoutColor } from '../../src/cli/help-pages.ts';

test('a page is found by the whole path of its command', () => {
  const pages = pageText('posts', 'all\n') + pageText('posts list', 'some\n') + pageText('posts list-all', 'more\n');
  expect(pageIn(pages, 'posts')).toBe('all\n');
  expect(pageIn(pages, 'posts list')).toBe('some\n');
  expect(pageIn(pages, 'posts list-all')).toBe('more\n');
  expect(pageIn(pages, 'posts li')).toBeUndefined();
});

test('svc itself and every noun have a file of their own', () => {
  expect(pagesFile({ path: '', all: false })).toBe('help/svc.txt');
  expect(pagesFile({ path: 'posts create', all: false })).toBe('help/posts.txt');
  expect(pagesFile({ path: 'posts create', all: true })).toBe('help/all/posts.txt.gz');
});

test.each([
  [['--help'], { path: '', all: false }],
  [['posts', 'create', '--help'], { path: 'posts create', all: false }],
  [['posts', '-h'], { path: 'posts', all: false }],
  [['posts', 'create', '--help', '--all'], { path: 'posts create', all: true }],
  [['--help', '--all'], { path: '', all: true }],
  [['posts', 'list', '--all', '--help'], undefined],
  [['posts', 'list', '--all'], undefined],
  [['posts', 'create'], undefined],
  [['--context', 'x', '--help'], undefined],
  [['posts', '--help', 'create'], undefined],
  [['..', '--help'], undefined],
  [['help', 'posts'], undefined],
  [[], undefined],
])('%j asks for the page %j', (argv, page) => {
  expect(pageAsked(argv)).toEqual(page);
});

test('without colour the words are the same', () => {
  expect(withoutColor('\u001b[1mUsage:\u001b[22m svc\n')).toBe('Usage: svc\n');
});
