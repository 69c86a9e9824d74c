import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fidelityPage } from '../../src/build/fidelity.ts';
import { pressCards } from '../../src/build/press.ts';
import { ROOT } from '../support/process.ts';
import { FIXTURE, fixtureWith } from './fixture.ts';

const PAGE = 'docs/reference/fidelity.md';

const tiersIn = async (folder: string, functions: readonly string[]) => {
  const { compiled } = await pressCards(folder);
  const text = (await fidelityPage(compiled, { functions: new Set(functions) }))[PAGE] ?? '';
  const rows = [...text.matchAll(/^\| `(\w+)`\s+\| ([a-z ]+?)\s+\|/gm)];
  return Object.fromEntries(rows.map(([, id, tier]) => [id, tier]));
};

test('an operation has the tier of what serves it', async () => {
  expect(await tiersIn(FIXTURE, ['createThing'])).toEqual({
    createThing: 'rules',
    listBoxes: 'fixture',
    listThings: 'stateful',
    openThing: 'stateful',
    sendBox: 'not simulated',
  });
});

test('an act that waits for its area is not simulated, and a reading that waits is empty', async () => {
  const act = await fixtureWith('things.yaml', 'to: open }', 'to: open, waits: ads }');
  expect(await tiersIn(act, [])).toMatchObject({ openThing: 'not simulated' });
  const reading = await fixtureWith('things.yaml', 'list: . }', 'list: ., waits: ads }');
  expect(await tiersIn(reading, [])).toMatchObject({ listThings: 'empty' });
});

test('an event that no simulated operation and nothing outside causes is a gap, and is listed', async () => {
  const { compiled } = await pressCards(join(ROOT, 'src', 'contract'));
  const text = (await fidelityPage(compiled, { functions: new Set() }))[PAGE] ?? '';
  const [, gaps = ''] = /## Without a cause\n([^#]*)/.exec(text) ?? [];
  expect(gaps).toContain('`api.changelog.published`');
  expect(gaps).toContain('`message.played`');
  for (const caused of ['post.published', 'message.received', 'account.disconnected'])
    expect(gaps).not.toContain(`\`${caused}\``);
});
