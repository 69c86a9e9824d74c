/** Refuses a guard with words outside kernel/guard.ts, and an operation of which nobody says whether it changes anything. Called by audit.ts. */
import { GUARD_WORDS, type GuardWord } from '../kernel/guard.ts';
import type { OperationWords } from './contract.ts';
import type { Place, Refuse } from './refusal.ts';

export function auditGuard(words: OperationWords, place: Place, refuse: Refuse): void {
  const guard = words['x-svc-guard'] ?? {};
  const hasRecord = words['x-svc-resource'] !== undefined;
  if (!hasRecord && guard['access'] === undefined)
    refuse(place, 'has no x-svc-resource; say x-svc-guard: { access: read } or { access: change }');
  if (hasRecord && guard['access'] !== undefined)
    refuse(place, 'has an x-svc-resource, which says what it does; leave out x-svc-guard.access');
  for (const [key, word] of Object.entries(guard)) {
    if (!isGuardWord(key))
      refuse(place, `x-svc-guard.${key} is not known; the keys are ${Object.keys(GUARD_WORDS).join(', ')}`);
    else if (!(GUARD_WORDS[key] as readonly unknown[]).includes(word))
      refuse(place, `x-svc-guard.${key} is ${JSON.stringify(word)}; it must be one of ${GUARD_WORDS[key].join(', ')}`);
  }
}

const isGuardWord = (key: string): key is GuardWord => Object.hasOwn(GUARD_WORDS, key);
