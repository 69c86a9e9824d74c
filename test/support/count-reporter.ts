/** Ends a run with the plain closing line that CI reads: `N passed, N failed`. */
import type { Reporter, TestModule } from 'vitest/node';

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => states.filter((found) => found === state).length;
    const skipped = count('skipped') + count('pending');
    const tail = skipped === 0 ? '' : `, ${skipped} skipped`;
    process.stdout.write(`\n${count('passed')} passed, ${count('failed') + broken} failed${tail}\n`);
  }
}
