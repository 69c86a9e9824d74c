/** The service's clock, as the page knows it. */
import { computed, signal } from '@preact/signals';
import { call } from './api.ts';

interface Known {
  readonly mode: 'real' | 'frozen';
  /** Milliseconds, when it was said. */
  readonly at: number;
  /** `performance.now()` at that moment. */
  readonly heard: number;
}

const known = signal<Known>({ mode: 'real', at: Date.now(), heard: performance.now() });
/** False until the service has said what time it is: nothing that shows a time is drawn before. */
export const isKnown = signal(false);

/** Moves every ten seconds, so that relative times stay right. */
const beat = signal(0);

export const mode = computed(() => known.value.mode);

/** Milliseconds on the service's clock, now. */
export const now = computed(() => {
  void beat.value;
  const { mode: kind, at, heard } = known.value;
  return kind === 'frozen' ? at : at + (performance.now() - heard);
});

export function setClock({ mode: kind, now: text }: { mode: 'real' | 'frozen'; now: string }): void {
  known.value = { mode: kind, at: Date.parse(text), heard: performance.now() };
  isKnown.value = true;
}

export async function readClock(): Promise<void> {
  const answer = await call<{ mode: 'real' | 'frozen'; now: string }>('/_local/clock');
  if ('data' in answer) setClock(answer.data);
}

export function startBeat(): void {
  setInterval(() => {
    beat.value += 1;
  }, 10_000);
}
