/** The sample of an event, retold about an account of one's own: every place that speaks of the sample's account speaks of it. Used by the service's inbound. */
import type { EventName } from '#contract';
import type { EventSample } from '../kernel/event.ts';
import { accountPathsOf } from './catalogue.ts';

export interface SampleAccount {
  readonly accountId: string;
  readonly profileId: string;
  readonly platform: string;
  readonly username: string;
  readonly displayName: string;
}

const FACETS = ['accountId', 'profileId', 'platform', 'username', 'displayName'] as const;

/** @param sample the payload of the contract; of several accounts the first one is replaced */
export function sampleAbout(event: EventName, sample: EventSample, account: Partial<SampleAccount>): EventSample {
  const [path] = accountPathsOf(event);
  const block = path === undefined ? undefined : firstAt(sample, path.split('.').slice(0, -1));
  if (block === undefined) return sample;
  const words = new Map<unknown, string>();
  for (const facet of FACETS) {
    const [said, own] = [block[facet], account[facet]];
    if (typeof said === 'string' && own !== undefined) words.set(said, own);
  }
  return retold(sample, words) as EventSample;
}

function retold(value: unknown, words: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => retold(one, words));
  if (typeof value !== 'object' || value === null) return words.get(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, retold(below, words)]));
}

/** The object at a path, the first one of a list. */
function firstAt(value: unknown, path: readonly string[]): EventSample | undefined {
  const here: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof here !== 'object' || here === null) return undefined;
  const [key, ...rest] = path;
  return key === undefined ? (here as EventSample) : firstAt((here as EventSample)[key], rest);
}
