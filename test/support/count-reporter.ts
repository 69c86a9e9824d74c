/** Ends a run with the plain closing line that CI reads: `N passed, N failed`, with `N skipped` and the reasons when there are any. */
import type { Reporter, SerializedError, TestModule, TestResult } from 'vitest/node';

export default class CountReporter implements Reporter {
  /** @param errors what no test caught, a worker that died among it; each counts as a failure */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const results = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result()));
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const count = (state: string) => results.filter((found) => found.state === state).length;
    const failed = count('failed') + broken + errors.length;
    const skipped = results.filter(isSkipped);
    const tail = skipped.length === 0 ? '' : `, ${skipped.length} skipped${reasonsOf(skipped)}`;
    process.stdout.write(`\n${count('passed')} passed, ${failed} failed${tail}\n`);
  }
}

const isSkipped = ({ state }: TestResult): boolean => state === 'skipped' || state === 'pending';

/** ` (why; why)`: what tests say when they skip themselves; nothing when they were left out by hand. */
function reasonsOf(skipped: readonly TestResult[]): string {
  const reasons = new Set(skipped.flatMap((result) => ('note' in result && result.note ? [result.note] : [])));
  return reasons.size === 0 ? '' : ` (${[...reasons].join('; ')})`;
}
