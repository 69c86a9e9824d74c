/** The small things that every panel is made of. */
import type { ComponentChildren } from 'preact';
import { now } from '../data/clock.ts';
import type { Problem } from '../data/api.ts';
import { exactTime, relativeTime, toneOf, words, type Tone } from './text.ts';

export const Pill = ({ tone, children }: { tone?: Tone | undefined; children: ComponentChildren }) => (
  <span class={`pill ${tone ?? 'calm'}`}>{children}</span>
);

export const Status = ({ status }: { status: string }) => <Pill tone={toneOf(status)}>{words(status)}</Pill>;

/** Relative, with the exact time on hover. @param at ISO 8601 */
export function When({ at }: { at: string | undefined | null }) {
  const ms = at === undefined || at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(ms)) return <span class="soft">–</span>;
  return (
    <time dateTime={at ?? ''} title={exactTime(ms)}>
      {relativeTime(ms, now.value)}
    </time>
  );
}

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);

export const Skeleton = ({ lines = 6 }: { lines?: number }) => (
  <div class="skeleton" aria-label="Loading" role="status">
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} />
    ))}
  </div>
);

export const Refusal = ({ problem }: { problem: Problem }) => (
  <p class="notice bad" role="alert">
    {problem.message}
  </p>
);

/** The answer, or a placeholder until it is here. */
export function Loaded<T>({
  from,
  lines,
  children,
}: {
  from: { data: T | undefined; problem: Problem | undefined };
  lines?: number;
  children: (data: T) => ComponentChildren;
}) {
  if (from.data !== undefined) return <>{children(from.data)}</>;
  if (from.problem !== undefined) return <Refusal problem={from.problem} />;
  return <Skeleton {...(lines === undefined ? {} : { lines })} />;
}

export const Json = ({ value }: { value: unknown }) => (
  <pre class="json" tabIndex={0} aria-label="JSON">
    {JSON.stringify(value, undefined, 2)}
  </pre>
);

export const Facts = ({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
);

export const Card = ({
  title,
  action,
  children,
  flush,
}: {
  title?: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
  flush?: boolean;
}) => (
  <section class="card">
    {(title !== undefined || action !== undefined) && (
      <div class="head">
        <h2 class="grow">{title}</h2>
        {action}
      </div>
    )}
    {flush === true ? children : <div class="body">{children}</div>}
  </section>
);

export function Tabs<T extends string>({
  label,
  value,
  options,
  onPick,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onPick: (value: T) => void;
}) {
  return (
    <div class="tabs" role="group" aria-label={label}>
      {options.map(([key, text]) => (
        <button key={key} aria-pressed={key === value} onClick={() => onPick(key)}>
          {text}
        </button>
      ))}
    </div>
  );
}
