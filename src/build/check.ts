/** `npm run check`: every gate that needs no test run, each named, all run, one exit code. */
import { execa } from 'execa';

const GATES: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['press', 'tsx', 'src/build/press.ts', '--dist'],
  ['press-and-diff', 'tsx', 'src/build/press.ts', '--check'],
  ['rules table', 'tsx', 'src/build/rules.ts', '--check'],
  ['bundle', 'tsx', 'src/build/bundle.ts'],
  ['prettier', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['eslint', 'eslint', '--max-warnings', '0', '.'],
  ['tsc', 'tsc', '-p', '.'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src'],
  ['knip', 'knip', '--no-progress'],
  ['publint', 'publint', '--strict'],
];

const failed: string[] = [];
for (const [name, command, ...args] of GATES) {
  const started = performance.now();
  const gate = await execa(command, args, { preferLocal: true, reject: false, all: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${gate.exitCode === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (gate.exitCode !== 0) {
    failed.push(name);
    console.log(gate.all);
  }
}
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
