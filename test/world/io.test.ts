import { expect, test } from 'vitest';
import { ROOT, runModule } from '../support/module.ts';

const IO = `import { openIo } from '${ROOT}/src/world/io.ts'; const io = openIo(process.env);`;

test('standard input is read whole, without a byte order mark', async () => {
  const { stdout } = await runModule(
    `${IO} io.out.write(JSON.stringify(await io.in.text()));`,
    {},
    { input: '\uFEFFgrün\n' },
  );
  expect(JSON.parse(stdout)).toBe('grün\n');
});

test('standard input in another encoding is refused', async () => {
  const source = `${IO} io.out.write(await io.in.text().catch((error) => error.message));`;
  const { stdout } = await runModule(source, {}, { shell: String.raw`printf 'Gr\374\337e' | $MODULE` });
  expect(stdout).toBe('Standard input is not text in UTF-8.');
});

test('closed standard input reads as empty', async () => {
  const source = `${IO} io.out.write(JSON.stringify([io.in.isTTY, await io.in.text()]));`;
  const { stdout, stderr } = await runModule(source, {}, { shell: '$MODULE <&-' });
  expect({ stdout, stderr }).toEqual({ stdout: '[false,""]', stderr: '' });
});

test('a folder as standard input reads as empty', async () => {
  const source = `${IO} io.out.write(JSON.stringify(await io.in.text()));`;
  const { exitCode, stdout } = await runModule(source, {}, { shell: '$MODULE < /' });
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '""' });
});

test('standard input serves one reader only', async () => {
  const source = `${IO} await io.in.text(); io.out.write(await io.in.text().catch((error) => error.message));`;
  expect((await runModule(source, {}, { input: 'x' })).stdout).toContain('`-` is given twice');
});
