import { expect, test } from 'vitest';
import { addressOf } from '../../src/listener/address.ts';

test.each([
  ['3000', 'http://localhost:3000/'],
  [':3000/hook', 'http://localhost:3000/hook'],
  ['/hook', 'http://localhost/hook'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['[::1]:3000', 'http://[::1]:3000/'],
  [' https://example.com/hook?a=b ', 'https://example.com/hook?a=b'],
])('%s is %s', (typed, whole) => {
  expect(addressOf(typed, '--to')).toBe(whole);
});

test.each([
  'http://169.254.169.254/latest',
  '169.254.0.1:80',
  'http://0xa9fea9fe/',
  'http://[fe80::1]:3000/',
  'http://[febf::1]/',
  'http://[::ffff:169.254.169.254]/',
])('%s is link-local, and nothing is forwarded there', (typed) => {
  expect(() => addressOf(typed, '--to')).toThrow('is a link-local address');
});

test.each([
  [''],
  ['http://'],
  ['ftp://example.com'],
  ['file:///etc/passwd'],
  ['99999'],
  ['99999999'],
  [':4294967295/hook'],
  ['two words'],
])('%j is no address', (typed) => {
  expect(() => addressOf(typed, '--to')).toThrow('--to takes a URL');
});
