import { expect, test } from 'vitest';
import { isLoopback } from '../../src/kernel/loopback.ts';

// prettier-ignore
test.each([
  ['localhost',             true],
  ['LOCALHOST',             true],
  ['localhost.',            true],
  ['api.localhost',         true],
  ['127.0.0.1',             true],
  ['127.255.0.9',           true],
  ['::1',                   true],
  ['[::1]',                 true],
  ['127.0.0.1.example',     false],
  ['1.127.0.0.1',           false],
  ['127.0.0',               false],
  ['128.0.0.1',             false],
  ['0.0.0.0',               false],
  ['::2',                   false],
  ['local[host',            false],
  ['a[::1]',                false],
  ['localhost.example',     false],
  ['mylocalhost',           false],
  ['',                      false],
])('%j is this machine: %s', (name, own) => {
  expect(isLoopback(name)).toBe(own);
});
