/** The list of bundled libraries. */
import { expect, test } from 'vitest';
import { billOf } from '../../src/build/licenses.ts';
import { ROOT } from '../support/process.ts';

test('every bundled library is listed once, with its version, license and address', async () => {
  const modules = ['node_modules/commander/lib/command.js', 'node_modules/commander/index.js', 'src/cli/main.ts'];
  const bill = JSON.parse(await billOf(modules, ROOT)) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly purl: string; readonly licenses: unknown }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(bill.components).toMatchObject([{ name: 'commander', licenses: [{ expression: 'MIT' }] }]);
  expect(bill.components[0]?.purl).toMatch(/^pkg:npm\/commander@\d+\.\d+\.\d+$/);
});
