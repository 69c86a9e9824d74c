/** The service's clock, as the page knows it. */
import { computed, signal } from '@preact/signals';
import { call } from './api.ts';

type Mode = 'real' | 'frozen';

interface Known {
  readonly mode: Mode;
  /** Milliseconds, when it was said. */
  readonly at: number;
  /** `performance.now()` at that moment. */
  readonly heard: number;
}

const known = signal<Known>({ mode: 'real', at: Date.now(), heard: performance.now() });
/** Moves every ten seconds, so that relative times stay right. */
const beat = signal(0);

export const mode = computed(() => known.value.mode);

/** Milliseconds on the service's clock, now. */
export const now = computed(() => {
  void beat.value;
  const { mode: kind, at, heard } = known.value;
  return kind === 'frozen' ? at : at + (performance.now() - heard);
});

export function setClock({ mode: kind, now: text }: { mode: Mode; now: string }): void {
  known.value = { mode: kind, at: Date.parse(text), heard: performance.now() };
}

/** @param said by the document; see service/console/app-page.ts */
export function startClock({ mode: kind, now: text }: DOMStringMap): void {
  if (text !== undefined) setClock({ mode: kind as Mode, now: text });
  setInterval(() => {
    beat.value += 1;
  }, 10_000);
}

export async function readClock(): Promise<void> {
  const answer = await call<{ mode: Mode; now: string }>('/_local/clock');
  if ('data' in answer) setClock(answer.data);
}
