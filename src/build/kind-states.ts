/** Proves the states of kinds: whatever is moved has states, each is reached by something, and every move leads to one of them. Used by effects.ts. */
import type { ServedOperation } from '../kernel/effect.ts';
import type { Kinds } from './kinds.ts';
import type { Refuse } from './refusal.ts';

/** What leads to a state besides operations. */
const CAUSES: readonly string[] = ['create', 'work', 'network', 'caller'];

interface States {
  readonly kinds: Kinds;
  readonly served: Readonly<Record<string, ServedOperation>>;
}

export function auditStates({ kinds, served }: States, refuse: Refuse): void {
  for (const [name, { file, kind }] of kinds) {
    for (const [state, causes] of Object.entries(kind.states ?? {})) {
      const all = [causes].flat();
      if (all.length === 0)
        refuse(
          { file },
          `nothing leads to the state ${state} of ${name}; name what does (${CAUSES.join(', ')} or an operationId), or take it out`,
        );
      for (const cause of all)
        if (!CAUSES.includes(cause) && served[cause] === undefined)
          refuse({ file }, `${cause} leads to the state ${state} of ${name}, but no operation has that id`);
    }
  }
  for (const [id, { effect }] of Object.entries(served)) {
    const { states } = kinds.get(effect.kind ?? '')?.kind ?? {};
    if (effect.to === undefined) continue;
    const { file } = kinds.get(effect.kind ?? '') ?? { file: '' };
    if (states === undefined)
      refuse(
        { file },
        `${id} moves ${String(effect.kind)} to ${effect.to}, but the kind has no states; declare them, each with what leads to it`,
      );
    else if (states[effect.to] === undefined)
      refuse(
        { file },
        `${id} moves ${String(effect.kind)} to ${effect.to}, which is not one of its states; add it to them, or correct x-svc-effect.to`,
      );
    else if (![states[effect.to]].flat().includes(id))
      refuse({ file }, `${id} moves ${String(effect.kind)} to ${effect.to}; name ${id} among what leads to that state`);
  }
}
