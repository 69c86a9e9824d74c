import { expect, test } from 'vitest';
import { atBeginning, headingsOf } from '../../src/output/heading.ts';

test.each([
  ['url', 'URL'],
  ['baseUrl', 'Base URL'],
  ['mediaUrls', 'Media URLs'],
  ['wantsSms', 'Wants SMS'],
  ['mcpUrl', 'MCP URL'],
  ['_id', 'Id'],
  ['curlCommand', 'Curl command'],
])('the field %s of a record is called %s', (field, heading) => {
  expect(headingsOf([{ field }]).map(atBeginning)).toEqual([heading]);
});
