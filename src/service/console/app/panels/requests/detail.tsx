/** One request: its facts, its notes, what it changed, and what it caused. */
import { hrefOf } from '../../data/route.ts';
import { Command } from '../../parts/command.tsx';
import { Facts, Pill, Status, When } from '../../parts/small.tsx';
import { toneOfStatus } from '../../parts/text.ts';
import { Changed } from './changed.tsx';
import { commandFor, curlFor, type LoggedRequest } from './showing.ts';

export function Detail({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const {
    method,
    path,
    status,
    code,
    at,
    durationMs,
    requestId,
    operation,
    userAgent,
    query,
    notes,
    events,
    deliveries,
  } = request;
  const asked = Object.entries(query);
  return (
    <>
      <div class="head row" style={{ padding: '0.75rem 1rem' }}>
        <Pill tone={toneOfStatus(status)}>{status === 0 ? 'cut' : status}</Pill>
        <h2 class="mono grow" style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </h2>
        <button class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      <div class="body stack" style={{ padding: '0 1rem 1rem' }}>
        <Facts
          rows={[
            ['Operation', operation ?? 'none'],
            ...(code === null ? [] : [['Error code', <code>{code}</code>] as const]),
            ['Time', <When at={at} />],
            ['Took', `${String(Math.round(durationMs))} ms`],
            ['Request id', <code>{requestId}</code>],
            ['Client', userAgent ?? 'unknown'],
            ...asked.map(([name, value]) => [`?${name}`, String(value)] as const),
          ]}
        />
        {notes.length > 0 && (
          <div class="stack close">
            <h3>Notes</h3>
            {notes.map((note) => (
              <p class="notice warn">{note.message}</p>
            ))}
          </div>
        )}
        <Changed request={request} />
        <div class="stack close">
          <h3>Events it caused</h3>
          {events.length === 0 && <p class="soft">None.</p>}
          {events.map(({ id, event }) => (
            <p class="row wrap">
              <a href={hrefOf('webhooks', id)}>{event}</a>
              {deliveries
                .filter(({ eventId }) => eventId === id)
                .map(({ state }) => (
                  <Status status={state} />
                ))}
            </p>
          ))}
        </div>
        <div class="stack close">
          <h3>Call it again</h3>
          <Command text={commandFor(request)} />
          <Command text={curlFor(request, location.origin)} />
        </div>
      </div>
    </>
  );
}
