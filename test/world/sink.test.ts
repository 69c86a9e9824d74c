import { expect, test } from 'vitest';
import type { ColorChoice } from '../../src/kernel/formats.ts';
import { wantsColor } from '../../src/world/sink.ts';
import type { Env } from '../../src/world/env.ts';
import { ROOT, runModule } from '../support/module.ts';

const IO = `import { openIo } from '${ROOT}/src/world/io.ts'; const io = openIo(process.env);`;

// prettier-ignore
test.each<[ColorChoice, boolean, Env, boolean]>([
  // choice   tty     environment                              colour
  ['auto',   true,  {},                                        true],
  ['auto',   false, {},                                        false],
  ['auto',   true,  { NO_COLOR: '1' },                         false],
  ['auto',   true,  { NO_COLOR: '' },                          true],
  ['auto',   false, { FORCE_COLOR: '1' },                      true],
  ['auto',   false, { CLICOLOR_FORCE: '1' },                   true],
  ['auto',   false, { CLICOLOR_FORCE: '0' },                   false],
  ['auto',   true,  { FORCE_COLOR: '0' },                      false],
  ['auto',   true,  { TERM: 'dumb' },                          false],
  ['auto',   true,  { CLICOLOR: '0' },                         false],
  ['auto',   false, { FORCE_COLOR: '1', NO_COLOR: '1' },       true],
  ['always', false, { NO_COLOR: '1' },                         true],
  ['never',  true,  { FORCE_COLOR: '1' },                      false],
])('%s on a terminal=%s with %j colours: %s', (choice, isTTY, env, colour) => {
  expect(wantsColor(choice, isTTY, env)).toBe(colour);
});

test('everything written leaves the process before it ends, past the size of a pipe', async () => {
  const ending = `${IO} io.out.write('x'.repeat(500_000)); io.out.write('end'); await io.flush(); process.exit(3);`;
  const { exitCode, stdout } = await runModule(ending);
  expect(exitCode).toBe(3);
  expect(stdout).toHaveLength(500_003);
});

test('a reader that goes away is no error, and the writer can see it', async () => {
  const source = `${IO}
    let lines = 0;
    for (; lines < 100_000 && !io.out.closed; lines++) { io.out.write('line ' + lines + '\\n'); await io.out.ready(); await new Promise(setImmediate); }
    await io.flush(); process.exit(lines < 100_000 ? 0 : 9);`;
  const { exitCode, stdout, stderr } = await runModule(source, {}, { shell: 'set -o pipefail; $MODULE | head -1' });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: 'line 0', stderr: '' });
});

test('what cannot be written is told when the process ends', async () => {
  const source = `${IO} io.out.write('x'); await io.flush().catch((error) => { io.err.write(error.message); process.exit(5); });`;
  const { exitCode, stderr } = await runModule(source, {}, { shell: '$MODULE > /dev/full' });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('no space left on device');
});
