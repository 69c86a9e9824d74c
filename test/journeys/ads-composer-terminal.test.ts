/** The built binary at a real terminal: an ad is composed key by key, its cost agreed to, and created. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BINARY } from '../support/process.ts';
import { steered } from '../support/steered.ts';
import { temporaryFolder } from '../support/temp.ts';
import { openTerminal } from '../support/terminal.ts';

const ENTER = '\r';

test('an ad is composed at a terminal', async () => {
  const [folder, under] = [await temporaryFolder(), await steered()];
  await under.account('metaads', { username: 'acme' });
  const { type, see } = openTerminal('bash --norc --noprofile -i', {
    ...{ PATH: process.env['PATH'] ?? '', TERM: 'xterm', LANG: 'C.UTF-8', NO_COLOR: '1', PS1: '> ' },
    ...{ HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') },
    ...{ SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey },
  });
  type(`'${process.execPath}' '${BINARY}' ads create; echo "CO""DE:$?"\n`);
  for (const [question, keys] of [
    [/Objective\?/, ENTER],
    [/Name/, `Spring sale${ENTER}`],
    [/Budget\?/, ENTER],
    [/Amount \(EUR, at least 1\.00 EUR\)/, `20${ENTER}`],
    [/Start\?/, ENTER],
    [/End\?/, ENTER],
    [/Countries/, `DE${ENTER}`],
    [/Headline/, `A third off${ENTER}`],
    [/Text/, `Only this week.${ENTER}`],
    [/Address of the image/, ENTER],
    [/Address that a click opens/, `https://example.com/red${ENTER}`],
    [/Button\?/, ENTER],
    [/Costs up to 20\.00 EUR a day[^]*What next\?/, ENTER],
    [/Create a campaign, an ad set and an ad\?[^]*\(y\/N\)/, `y${ENTER}`],
  ] as const) {
    await see(question);
    type(keys);
  }
  expect(await see(/CODE:\d+/)).toMatch(/CODE:0$/);
  expect((await under.api('GET', '/v1/ads')).body['ads']).toMatchObject([{ name: 'Spring sale', goal: 'engagement' }]);
});
