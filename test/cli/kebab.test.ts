import { expect, test } from 'vitest';
import { kebab } from '../../src/cli/kebab.ts';

test.each([
  ['scheduledFor', 'scheduled-for'],
  ['scheduled_for', 'scheduled-for'],
  ['x-request-id', 'x-request-id'],
  ['websiteURL', 'website-url'],
  ['URLPath', 'url-path'],
  ['utm2Source', 'utm2-source'],
  ['A1', 'a1'],
  ['metadata.siteUrl', 'metadata-site-url'],
  ['_id', 'id'],
  ['', ''],
])('%s is typed %s', (name, typed) => {
  expect(kebab(name)).toBe(typed);
});
