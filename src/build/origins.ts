/** Proves that every kind of the team has an origin: an operation that makes it, or a sentence about what does. Used by effects.ts. */
import type { ServedOperation } from '../kernel/effect.ts';
import type { Kinds } from './kinds.ts';
import type { Refuse } from './refusal.ts';

interface Origins {
  readonly kinds: Kinds;
  readonly served: Readonly<Record<string, ServedOperation>>;
}

export function auditOrigins({ kinds, served }: Origins, refuse: Refuse): void {
  const made = new Set(
    Object.values(served).flatMap(({ effect }) => [
      ...(effect.does === 'create' ? [effect.kind] : []),
      ...(effect.writes ?? []),
    ]),
  );
  for (const [name, { file, kind }] of kinds) {
    // A single record is there with its owner.
    if (kind.source !== 'team' || kind.id === 'single' || made.has(name) || kind.summary !== undefined) continue;
    refuse(
      { file },
      `no operation creates ${name} or writes it; say in its summary what does, or name it in the x-svc-effect of the operation that makes it`,
    );
  }
}
