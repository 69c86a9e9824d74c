/** Short words about what was just done. Shown by shell/toasts.tsx. */
import { signal } from '@preact/signals';

interface Toast {
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly undo?: () => void;
}

interface Shown extends Toast {
  readonly key: number;
}

export const toasts = signal<readonly Shown[]>([]);
let count = 0;

const STAYS_MS = { good: 6_000, bad: 15_000 } as const;

export function toast(one: Toast): void {
  count += 1;
  const key = count;
  toasts.value = [...toasts.value.slice(-3), { ...one, key }];
  setTimeout(() => removeToast(key), STAYS_MS[one.tone]);
}

export const removeToast = (key: number): void => {
  toasts.value = toasts.value.filter((one) => one.key !== key);
};
