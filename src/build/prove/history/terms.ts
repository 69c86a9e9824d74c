/** Only the process whose term it is writes and says that it is ready, and no term ends without a cause. For a service of several processes. */
import { grouped } from './grouped.ts';
import type { History, Violation } from './history.ts';

type TermFacts = Pick<History, 'terms' | 'strays' | 'disturbedMs' | 'claims'>;

/** @returns a violation for every process that wrote in a term of another, and for every term that began for no reason */
export function termFaultsIn({
  terms = [],
  strays = [],
  disturbedMs = [],
  claims = [],
}: TermFacts): readonly Violation[] {
  const byStray = grouped(strays, ({ process, epoch }) => `${String(process)} ${String(epoch)}`);
  return [
    ...[...byStray.values()].map((writes): Violation => {
      const { process, epoch, holder } = writes[0] ?? { process: 0, epoch: 0, holder: undefined };
      const whose = holder === undefined ? 'nobody was the primary' : `process ${String(holder)} was the primary`;
      const tables = [...new Set(writes.map(({ table }) => table))].sort().join(', ');
      return {
        sentence: `Process ${String(process)} wrote ${String(writes.length)} times (${tables}) while ${whose} (term ${String(epoch)}).`,
        calls: [],
      };
    }),
    ...terms
      .filter(({ atMs }) => !disturbedMs.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs))
      .map(({ epoch, process }) => ({
        sentence: `Process ${String(process)} began the term ${String(epoch)} although nothing had happened to the one before it.`,
        calls: [],
      })),
    ...claims.map(({ url, atMs, epoch }) => ({
      sentence: `${url} said at ${atMs.toFixed(0)} ms that it was ready, cut off from its database, in the term ${String(epoch)} of another process.`,
      calls: [],
    })),
  ];
}
