/** What the page does to the service: a call whose failure is said, and whose success may be undone. */
import { call, type Call } from './api.ts';
import { toast } from './toasts.ts';

export interface Said<T> {
  /** Said when it went well. */
  readonly done?: string | ((answer: T) => string);
  readonly undo?: () => void;
}

/** @returns the answer, or undefined when it was refused, which was said then */
export async function act<T = unknown>(
  path: string,
  request: Call,
  { done, undo }: Said<T> = {},
): Promise<T | undefined> {
  const answer = await call<T>(path, request);
  if ('problem' in answer) {
    toast({ tone: 'bad', text: answer.problem.message });
    return undefined;
  }
  const data = answer.data ?? ({} as T);
  const text = typeof done === 'function' ? done(data) : done;
  if (text !== undefined) toast({ tone: 'good', text, ...(undo === undefined ? {} : { undo }) });
  return data;
}
