/** A list of any length, of which only what is seen is drawn. Rows have one height. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Pixels; `.virtual .item` has the same. */
const ROW = 48;
/** Rows drawn beyond the edge. */
const MORE = 8;

interface Props<T> {
  readonly label: string;
  readonly total: number;
  /** Undefined where the row is still being read. */
  readonly at: (index: number) => T | undefined;
  readonly keyOf: (item: T) => string;
  readonly row: (item: T) => ComponentChildren;
  /** Called with the rows that are drawn, the last one excluded. */
  readonly onSeen?: (first: number, last: number) => void;
}

export function VirtualList<T>({ label, total, at, keyOf, row, onSeen }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, rows }, setSeen] = useState({ top: 0, rows: 16 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const next = { top: Math.floor(element.scrollTop / ROW), rows: Math.ceil(element.clientHeight / ROW) + 1 };
      setSeen((before) => (before.top === next.top && before.rows === next.rows ? before : next));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const last = Math.min(total, top + rows + MORE);
  const first = Math.min(Math.max(0, top - MORE), last);
  useEffect(() => onSeen?.(first, last), [first, last, total]);
  return (
    <div class="virtual" ref={box} role="region" aria-label={label} tabIndex={0}>
      <div
        role="list"
        style={{ paddingTop: `${String(first * ROW)}px`, paddingBottom: `${String((total - last) * ROW)}px` }}
      >
        {Array.from({ length: last - first }, (_, place) => {
          const item = at(first + place);
          return item === undefined ? (
            <div role="listitem" key={`row ${String(first + place)}`} class="item unread" aria-busy="true">
              <span />
            </div>
          ) : (
            <div role="listitem" key={keyOf(item)}>
              {row(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The properties of a list whose rows are all here. */
export const allOf = <T,>(items: readonly T[]) => ({ total: items.length, at: (index: number) => items[index] });
