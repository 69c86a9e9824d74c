/** Tries an operation of the contract with made-up input, and has looked at what the next reading shows of it. */
import { asked as sentTo, type Asking } from '../../support/asking.ts';
import { complaintsAbout } from '../../support/contract.ts';
import { isNotSimulated } from '../../support/not-simulated.ts';
import { callWithoutRefused, ROUNDS, validCalls } from '../../support/valid-call.ts';
import { LOOKS } from './look.ts';
import {
  manner,
  newIds,
  parsed,
  readingsFor,
  SCOPES,
  type Done,
  type Ground,
  type Operation,
  type Seen,
} from './reading.ts';
import type { Fields } from './trace.ts';

export async function seenOf(operation: Operation, ground: Ground): Promise<Seen> {
  const { card, area } = operation;
  const does = manner(card);
  const base = { id: card.id, area, shown: 'unread' as const };
  const first = await succeeded(operation, ground);
  const done = 'fault' in first ? await afresh(operation, ground) : first;
  if ('fault' in done) return { ...base, fault: done.fault };
  const { asking, told, answer, before } = done;
  const wrong = complaintsAbout(ground.catalog, card, told);
  if (wrong !== null) return { ...base, fault: `answers outside the contract: ${JSON.stringify(wrong).slice(0, 300)}` };
  if (isNotSimulated(ground.catalog, card, told)) return { ...base, shown: 'waits' };
  const [id] = does === 'create' ? newIds(asking, answer) : [];
  if (id !== undefined) ground.made.set(card.effect?.kind ?? '', id);
  const outcome = await LOOKS[does]?.({ operation, asking, answer, ground, before });
  return { ...base, ...(outcome ?? {}) };
}

/** What an earlier operation took away is there again. */
async function afresh(operation: Operation, ground: Ground): Promise<Done | { readonly fault: string }> {
  ground.made.clear();
  await ground.restore();
  return succeeded(operation, ground);
}

/** Sends made-up input; a field that the operation refuses by name in this state is left out the next time. */
async function succeeded(operation: Operation, ground: Ground): Promise<Done | { readonly fault: string }> {
  const { service, catalog, seed } = ground;
  const own = ownPlace(operation, ground);
  let last = '';
  for (const first of validCalls(operation, { catalog, seed })) {
    let asking: Asking = { ...first, path: { ...first.path, ...own } };
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = operation.card.reads !== true ? await readingsFor(operation, asking, ground) : [];
      const told = await sentTo(service, operation, asking);
      if (told.status < 300 || isNotSimulated(catalog, operation.card, told))
        return { asking, told, answer: parsed(told), before };
      last ||= `${String(told.status)} ${told.text.slice(0, 200)} for ${JSON.stringify(asking).slice(0, 400)}`;
      const next = callWithoutRefused(asking, told);
      if (next === undefined) break;
      asking = next;
    }
  }
  return { fault: `is refused: ${last}` };
}

/** What was made is what is deleted. */
function ownPlace({ card }: Operation, { made }: Ground): Fields {
  const name = /\{([^}]+)\}$/.exec(card.path)?.[1];
  const isOther = card.params.some((param) => param.in === 'query' && param.required && !SCOPES.test(param.name));
  const id = card.effect?.does === 'delete' && !isOther ? made.get(card.effect.kind ?? '') : undefined;
  return name === undefined || id === undefined ? {} : { [name]: id };
}
