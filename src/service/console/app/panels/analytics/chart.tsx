/** Bars of one figure over days, drawn by uPlot; a table of the same figures for those who do not see it. */
import type uPlot from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../../shell/theme.ts';

const HEIGHT = 240;

const DAY_S = 86_400;

/** Days between two marks of the axis. */
const STEPS = [1, 2, 7, 14, 30, 90, 365].map((days) => days * DAY_S);

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface Props {
  readonly library: typeof uPlot;
  readonly label: string;
  /** Seconds. */
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export function Chart({ library: Plot, label, x, y }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const colors = theme.value;
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color('--soft'),
      grid: { stroke: color('--line'), width: 1 },
      ticks: { stroke: color('--line') },
    };
    const plot = new Plot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false },
        tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1_000), 'UTC'),
        scales: {
          x: { time: true, range: (_, first, last) => [first - DAY_S / 2, last + DAY_S / 2] },
          y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
        },
        axes: [
          { ...axis, incrs: STEPS, values: (_, marks) => marks.map((one) => dayWords.format(one * 1_000)) },
          { ...axis, size: 64 },
        ],
        series: [
          {},
          {
            label,
            stroke: color('--accent'),
            fill: color('--accent'),
            points: { show: false },
            ...(Plot.paths.bars === undefined ? {} : { paths: Plot.paths.bars({ size: [0.7, 48], radius: 0.15 }) }),
          },
        ],
      },
      [[...x], [...y]],
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [label, x.join(), y.join(), colors]);
  return (
    <figure style={{ margin: 0 }}>
      <div ref={box} aria-hidden="true" />
      <figcaption class="spoken">
        {label}:{' '}
        {x.map((time, at) => `${new Date(time * 1_000).toISOString().slice(0, 10)} ${String(y[at])}`).join(', ')}
      </figcaption>
    </figure>
  );
}
