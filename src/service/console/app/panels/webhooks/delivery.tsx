/** What became of an event at one endpoint: each attempt with its answer, the headers it carries, and sending it again. */
import { act } from '../../data/act.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Facts, Pill, Status, When } from '../../parts/small.tsx';
import { toneOfStatus } from '../../parts/text.ts';
import type { Attempt, Delivery, Endpoint, StoredEvent } from './event.ts';

interface Props {
  readonly event: StoredEvent;
  readonly delivery: Delivery;
  readonly endpoint: Endpoint | undefined;
}

export function DeliveryOf({
  event,
  delivery: { webhookId, state, attempts, headers, nextAttemptAt },
  endpoint,
}: Props) {
  const again = (): Promise<unknown> =>
    act(
      pathOf('redeliverWebhookEvent'),
      { method: 'POST', body: { webhookId, eventId: event.id } },
      { done: 'Sent once more.' },
    );
  return (
    <section class="stack close well">
      <div class="row wrap">
        <b class="grow">{endpoint?.name ?? 'An endpoint that was removed'}</b>
        <Status status={state} />
        <button onClick={() => void again()}>Redeliver</button>
      </div>
      {attempts.length === 0 && <p class="soft">Not tried yet.</p>}
      <ol class="list">
        {attempts.map((one) => (
          <AttemptRow key={one.attemptNumber} attempt={one} />
        ))}
      </ol>
      {nextAttemptAt !== undefined && (
        <p class="small soft">
          Next attempt <When at={nextAttemptAt} />.
        </p>
      )}
      {headers !== null && (
        <details>
          <summary>
            {Object.keys(headers).some((name) => /-signature$/i.test(name))
              ? 'Headers, signed with the secret that the endpoint has now'
              : 'Headers; not signed, since the endpoint has no secret'}
          </summary>
          <Facts rows={Object.entries(headers).map(([name, value]) => [name, <code>{value}</code>] as const)} />
        </details>
      )}
      <Command text={`svc webhooks redeliver --webhook-id ${webhookId} --event-id ${event.id}`} />
    </section>
  );
}

const AttemptRow = ({
  attempt: { attemptNumber, statusCode, error, url, responseTime, at, response },
}: {
  attempt: Attempt;
}) => (
  <li class="stack close" style={{ padding: '0.35rem 0' }}>
    <span class="row wrap">
      <span>#{attemptNumber}</span>
      <Pill tone={toneOfStatus(statusCode ?? 0)}>{statusCode ?? 'no answer'}</Pill>
      <span class="small soft grow">{error ?? url}</span>
      <span class="small soft">
        {responseTime === null ? '' : `${String(responseTime)} ms, `}
        <When at={at} />
      </span>
    </span>
    {response && <pre class="json small">{response}</pre>}
  </li>
);
