/** A list of any length, of which only what is seen is drawn. Rows have one height. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Pixels; `.virtual .item` has the same. */
const ROW = 48;
/** Rows drawn beyond the edge. */
const MORE = 8;

interface Props<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly row: (item: T) => ComponentChildren;
}

export function VirtualList<T>({ label, items, keyOf, row }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  const first = Math.max(0, Math.floor(seen.top / ROW) - MORE);
  const last = Math.min(items.length, Math.ceil((seen.top + seen.height) / ROW) + MORE);
  return (
    <div class="virtual" ref={box} role="region" aria-label={label} tabIndex={0}>
      <div
        role="list"
        style={{ paddingTop: `${String(first * ROW)}px`, paddingBottom: `${String((items.length - last) * ROW)}px` }}
      >
        {items.slice(first, last).map((item) => (
          <div role="listitem" key={keyOf(item)}>
            {row(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
