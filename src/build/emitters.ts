/** Proves that an operation which declares events has a function that emits them: the engine alone emits nothing. Called by press.ts. */
import type { Compiled } from './compile.ts';
import type { Serving } from './fidelity.ts';
import type { Refuse } from './refusal.ts';

export function auditEmitters(
  { files, service }: Pick<Compiled, 'files' | 'service'>,
  { functions }: Serving,
  refuse: Refuse,
): void {
  for (const { area, operations } of files)
    for (const { id, emits } of operations) {
      const waits = service.operations[id]?.effect.waits !== undefined;
      if (emits.length === 0 || waits || functions.has(id)) continue;
      refuse(
        { file: `${area}.yaml`, operation: id },
        `emits ${emits.join(', ')}, but nothing emits it: give the operation a function in its area's operations.ts, or take the event out of x-svc-emits`,
      );
    }
}
