import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { tellDescriptor } from '../../src/world/descriptor.ts';
import { ROOT } from '../support/process.ts';

test('what is told goes to the descriptor, which is closed after it', () => {
  const script = `import('./src/world/descriptor.ts').then(({ tellDescriptor }) => tellDescriptor(3, 'ready'))`;
  const shell = `"${process.execPath}" --import tsx -e "${script}" 3>&1 >/dev/null`;
  expect(execFileSync('sh', ['-c', shell], { cwd: ROOT, encoding: 'utf8' })).toBe('ready');
});

/** Beyond what any process may open; a lower one may be open in the runner of the tests. */
const NEVER_OPEN = 2_000_000_000;

test('one that nobody has opened is refused in a sentence', () => {
  expect(() => tellDescriptor(NEVER_OPEN, 'ready')).toThrow(`Cannot write to descriptor ${String(NEVER_OPEN)}: EBADF.`);
});
