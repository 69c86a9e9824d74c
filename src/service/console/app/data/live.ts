/** What happens in the service, as `/_local/stream` says it. Topics are what panels wait for. */
import { signal } from '@preact/signals';

/** A thing that changed: `post`, `event`, `delivery`, `feed`, `work`, `request`, `clock`, or a kind of record such as `account`. */
export type Topic = string;

export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');

type Listener = (topics: ReadonlySet<Topic>) => void;

const listeners = new Set<Listener>();

/** Everything may have changed. */
const ALL: Topic = '*';

/** @returns ends it */
export function listen(topics: readonly Topic[], act: () => void): () => void {
  const listener: Listener = (changed) => {
    if (changed.has(ALL) || topics.some((one) => changed.has(one))) act();
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Change {
  readonly of: string;
  readonly kind?: string;
}

const tell = (topics: Iterable<Topic>): void => {
  const changed = new Set(topics);
  for (const listener of listeners) listener(changed);
};

/** @param act called with what the clock says */
export function openLive(act: (clock: { mode: 'real' | 'frozen'; now: string }) => void): void {
  const source = new EventSource('/_local/stream');
  let wasLost = false;
  source.onopen = () => {
    connection.value = 'live';
    // A service that began again knows none of the numbers we have; what we show may be old.
    if (wasLost) tell([ALL]);
    wasLost = false;
  };
  source.onerror = () => {
    wasLost = true;
    connection.value = source.readyState === EventSource.CLOSED ? 'lost' : 'connecting';
    if (source.readyState === EventSource.CLOSED) setTimeout(() => openLive(act), 3_000);
  };
  const on = (name: string, topicsOf: (data: unknown) => Iterable<Topic>): void =>
    source.addEventListener(name, (message: MessageEvent<string>) => tell(topicsOf(JSON.parse(message.data))));
  on('change', (data) =>
    (data as { changes: readonly Change[] }).changes.map(({ of, kind }) => (of === 'record' ? String(kind) : of)),
  );
  on('request', () => ['request']);
  on('replaced', () => [ALL]);
  on('gap', () => [ALL]);
  on('clock', (data) => {
    act(data as { mode: 'real' | 'frozen'; now: string });
    return ['clock'];
  });
}
