/** What the page does to the service: a call whose failure is said, and whose success may be undone. */
import { call, type Call } from './api.ts';
import { toast } from './toasts.ts';

export interface Said {
  /** Said when it went well. */
  readonly done?: string;
  readonly undo?: () => void;
}

/** @returns the answer, or undefined when it was refused, which was said then */
export async function act<T = unknown>(path: string, request: Call, { done, undo }: Said = {}): Promise<T | undefined> {
  const answer = await call<T>(path, request);
  if ('problem' in answer) {
    toast({ tone: 'bad', text: answer.problem.message });
    return undefined;
  }
  if (done !== undefined) toast({ tone: 'good', text: done, ...(undo === undefined ? {} : { undo }) });
  return answer.data ?? ({} as T);
}
