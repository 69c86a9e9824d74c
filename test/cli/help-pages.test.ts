import { expect, test } from 'vitest';
import { pageIn, pagesFile, pageText, pathAsked, withoutColor } from '../../src/cli/help-pages.ts';

test('a page is found by the whole path of its command', () => {
  const pages = pageText('posts', 'all\n') + pageText('posts list', 'some\n') + pageText('posts list-all', 'more\n');
  expect(pageIn(pages, 'posts')).toBe('all\n');
  expect(pageIn(pages, 'posts list')).toBe('some\n');
  expect(pageIn(pages, 'posts list-all')).toBe('more\n');
  expect(pageIn(pages, 'posts li')).toBeUndefined();
});

test('svc itself and every noun have a file of their own', () => {
  expect(pagesFile('')).toBe('help/svc.txt');
  expect(pagesFile('posts create')).toBe('help/posts.txt');
});

test.each([
  [['--help'], ''],
  [['posts', 'create', '--help'], 'posts create'],
  [['posts', '-h'], 'posts'],
  [['posts', 'create'], undefined],
  [['--context', 'x', '--help'], undefined],
  [['posts', '--help', 'create'], undefined],
  [['..', '--help'], undefined],
  [['help', 'posts'], undefined],
  [[], undefined],
])('%j asks for the page %s', (argv, path) => {
  expect(pathAsked(argv)).toBe(path);
});

test('without colour the words are the same', () => {
  expect(withoutColor('\u001b[1mUsage:\u001b[22m svc\n')).toBe('Usage: svc\n');
});
