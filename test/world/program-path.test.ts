import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programPath } from '../../src/world/program-path.ts';
import { temporaryFolder } from '../support/temp.ts';

test('the first folder of the path that has the program wins; relative ones, folders and plain files are left out', async () => {
  const [first, second] = [await temporaryFolder(), await temporaryFolder()];
  const put = (folder: string, name: string, mode: number): void => {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), mode);
  };
  put(first, 'svc-plain', 0o644);
  put(second, 'svc-plain', 0o755);
  put(second, 'svc-both', 0o755);
  put(first, 'svc-both', 0o755);
  mkdirSync(join(first, 'svc-folder'));
  const env = { PATH: `relative:.:${first}:${second}` };
  expect(programPath('svc-plain', env)).toBe(join(second, 'svc-plain'));
  expect(programPath('svc-both', env)).toBe(join(first, 'svc-both'));
  expect(programPath('svc-folder', env)).toBeUndefined();
  expect(programPath('svc-both', {})).toBeUndefined();
});
