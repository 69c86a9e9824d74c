import { expect, test } from 'vitest';
import { openInstallation } from '../../src/world/installation.ts';

test('the files of this build are not replaced', () => {
  const installation = openInstallation();
  expect([installation.isReplaced(), installation.isReplaced()]).toEqual([false, false]);
});
