/** What a person reads steers no terminal, not even later: through a pipe, `less -R` and logs show it again. */
import { expect, test } from 'vitest';
import { failure } from '../../src/kernel/failure.ts';
import { renderFailure } from '../../src/output/failure.ts';
import { render, type Shown } from '../../src/output/render.ts';
import { testWorld } from '../support/world.ts';

/** No time is shown. */
const never = () => Promise.reject(new Error('nobody may ask for the time'));

/** Clears the screen, writes the clipboard, turns the direction, begins a C1 command. */
const EVIL = 'a\u001b[2J\u001b]52;c;aGk=\u0007\u202eb\u009b31m';
const STEERING = /[^\P{Cc}\n\t]|[\u202a-\u202e]/u;

// prettier-ignore
test.each<readonly [string, Shown]>([
  ['a table',            { result: [{ a: EVIL }], columns: ['a'] }],
  ['a block',            { result: { a: EVIL } }],
  ['a text for people',  { result: {}, text: EVIL }],
])('%s through a pipe is harmless', async (_, shown) => {
  const { world, out } = testWorld();
  await render(shown, { io: world.io, moment: never, format: 'table' });
  expect(out()).toContain('a␛[2J');
  expect(out()).not.toMatch(STEERING);
});

test.each(['json', 'ndjson', 'csv', 'tsv', 'lines'] as const)('%s through a pipe keeps every byte', async (format) => {
  const { world, out } = testWorld();
  await render({ result: [{ a: EVIL }], columns: ['a'] }, { io: world.io, moment: never, format });
  expect(format.endsWith('json') ? JSON.stringify(JSON.parse(out())) : out()).toContain(
    format.endsWith('json') ? JSON.stringify(EVIL) : EVIL,
  );
});

test('a failure and its stack under --debug are harmless, on a terminal and through a pipe', async () => {
  for (const options of [{}, { terminal: 80 }]) {
    const { world, err } = testWorld({ env: { NO_COLOR: '1' }, ...options });
    const cause = new Error(EVIL);
    const thrown = failure('internal', { message: EVIL, hint: EVIL, requestId: EVIL }, cause);
    await renderFailure(thrown, { io: world.io, format: 'table', debug: true });
    expect(err()).toContain('Error: a␛[2J');
    expect(err()).not.toMatch(STEERING);
  }
});
