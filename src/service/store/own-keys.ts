/** The service's own two keys, in `keys.json` of the data folder: they survive restarts and resets, so that contexts written earlier go on working. */
import type { Ids } from '../../kernel/ids.ts';

export interface OwnKeys {
  readonly apiKey: string;
  readonly controlKey: string;
}

export const newKeys = (ids: Ids): OwnKeys => ({
  apiKey: ids.key(),
  controlKey: ids.key().replace(/^sk_/, 'ctl_'),
});

/** @returns undefined for a text that does not hold both keys */
export function keysFrom(text: string): OwnKeys | undefined {
  try {
    const { apiKey, controlKey } = JSON.parse(text) as Partial<OwnKeys>;
    return isWord(apiKey) && isWord(controlKey) ? { apiKey, controlKey } : undefined;
  } catch {
    return undefined;
  }
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';
