/** Base URLs beside each other: whose page it is that a login sends people to. */
import { expect, test } from 'vitest';
import { isRelated } from '../../src/auth/base-url.ts';

// prettier-ignore
test.each([
  ['https://api.example.com',       'https://api.example.com/device',    true],
  ['https://api.example.com/api',   'https://app.example.com/device',    true],
  ['https://api.example.com',       'https://example.com/device',        true],
  ['https://example.com/api',       'https://login.example.com',         true],
  ['http://127.0.0.1:4010',         'http://localhost:4010/device',      true],
  ['https://api.eu.example.co.uk',  'https://login.eu.example.co.uk',    true],
  ['https://api.example.com',       'https://example.org',               false],
  ['https://api.example.com',       'https://notexample.com',            false],
  ['https://example.com',           'https://example.org',               false],
  ['https://10.0.0.1',              'https://11.0.0.1',                  false],
  ['https://[fe80::1]',             'https://[fe80::2]',                 false],
  ['https://api.example.com',       'http://127.0.0.1:4010',             false],
])('beside %s the page %s is related: %s', (api, page, is) => {
  expect(isRelated(api, page)).toBe(is);
});
