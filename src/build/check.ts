/** `npm run check`: every gate that needs no test run, each named, all run, one exit code. */
import { execa } from 'execa';

type Gate = readonly [name: string, command: string, ...args: string[]];

/** The others read what these make. */
const FIRST: readonly Gate[] = [
  ['press', 'tsx', 'src/build/press.ts', '--dist'],
  ['bundle', 'tsx', 'src/build/bundle.ts'],
];

const GATES: readonly Gate[] = [
  ['eslint', 'eslint', '--max-warnings', '0', '.'],
  ['tsc', 'tsc', '-p', '.'],
  ['tsc of the console', 'tsc', '-p', 'src/service/console/app'],
  ['prettier', 'prettier', '--check', '--log-level', 'warn', '.'],
  ['press-and-diff', 'tsx', 'src/build/press.ts', '--check'],
  ['rules table', 'tsx', 'src/build/rules.ts', '--check'],
  ['promises', 'tsx', 'src/build/promises.ts', '--check'],
  ['language', 'tsx', 'src/build/language.ts'],
  ['spelling', 'cspell', '--no-progress', '--quiet'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src'],
  ['knip', 'knip', '--no-progress'],
  ['publint', 'publint', '--strict'],
];

/** Gates that run side by side. */
const LANES = 2;

const failed: string[] = [];
for (const gate of FIRST) await pass(gate);
const waiting = [...GATES];
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift()) await pass(gate);
  }),
);
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function pass([name, command, ...args]: Gate): Promise<void> {
  const started = performance.now();
  const run = await execa(command, args, { preferLocal: true, reject: false, all: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const isOpen = run.exitCode === 0;
  console.log(`${isOpen ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${isOpen ? '' : `\n${run.all}`}`);
  if (!isOpen) failed.push(name);
}
