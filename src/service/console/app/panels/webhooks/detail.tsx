/** One event: its payload, its attempts, the signature it is sent with, and sending it again. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { hrefOf } from '../../data/route.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Json, Pill, Status, When } from '../../parts/small.tsx';
import { toneOfStatus } from '../../parts/text.ts';
import { signatureOf, type Delivery, type Endpoint, type StoredEvent } from './event.ts';

interface Props {
  readonly event: StoredEvent;
  readonly endpoints: readonly Endpoint[];
  readonly onClose: () => void;
}

export const Detail = ({ event, endpoints, onClose }: Props) => (
  <div class="stack" style={{ padding: '0.75rem 1rem 1rem' }}>
    <div class="row">
      <h2 class="grow">{event.event}</h2>
      <button class="plain" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </div>
    <p class="row wrap small soft">
      <When at={event.timestamp} />
      <code>{event.id}</code>
      {event.requestId !== null && <a href={hrefOf('requests', event.requestId)}>The request that caused it</a>}
    </p>
    <h3>Deliveries</h3>
    {event.deliveries.length === 0 && <p class="soft">No endpoint asked for this event.</p>}
    {event.deliveries.map((one) => (
      <DeliveryOf
        key={one.webhookId}
        event={event}
        delivery={one}
        endpoint={endpoints.find(({ _id }) => _id === one.webhookId)}
      />
    ))}
    <h3>Payload</h3>
    <Json value={event.payload} />
    <Signature body={JSON.stringify(event.payload)} />
  </div>
);

function DeliveryOf({
  event,
  delivery,
  endpoint,
}: {
  event: StoredEvent;
  delivery: Delivery;
  endpoint: Endpoint | undefined;
}) {
  const again = (): Promise<unknown> =>
    act(
      pathOf('redeliverWebhookEvent'),
      { method: 'POST', body: { webhookId: delivery.webhookId, eventId: event.id } },
      { done: 'Sent once more.' },
    );
  return (
    <div class="stack close">
      <div class="row wrap">
        <b class="grow">{endpoint?.name ?? delivery.webhookId}</b>
        <Status status={delivery.state} />
        <button onClick={() => void again()}>Redeliver</button>
      </div>
      <ul class="list">
        {delivery.attempts.map((one) => (
          <li key={one.attemptNumber} class="row wrap" style={{ padding: '0.35rem 0' }}>
            <span>#{one.attemptNumber}</span>
            <Pill tone={toneOfStatus(one.statusCode ?? 0)}>{one.statusCode ?? 'no answer'}</Pill>
            <span class="small soft grow">{one.error ?? one.url}</span>
            <span class="small soft">
              {one.responseTime === null ? '' : `${String(one.responseTime)} ms, `}
              <When at={one.at} />
            </span>
          </li>
        ))}
      </ul>
      {delivery.nextAttemptAt !== undefined && (
        <p class="small soft">
          Next attempt <When at={delivery.nextAttemptAt} />.
        </p>
      )}
      <Command text={`svc webhooks redeliver --webhook-id ${delivery.webhookId} --event-id ${event.id}`} />
    </div>
  );
}

/** What the signature header must say. The secret stays in this page. */
function Signature({ body }: { body: string }) {
  const [secret, setSecret] = useState('');
  const [signature, setSignature] = useState('');
  const compute = async (text: string): Promise<void> => {
    setSecret(text);
    setSignature(text === '' ? '' : await signatureOf(body, text));
  };
  return (
    <div class="stack close">
      <label class="field">
        Check a signature: the secret of the endpoint
        <input autocomplete="off" value={secret} onInput={(event) => void compute(event.currentTarget.value)} />
      </label>
      {signature !== '' && (
        <p class="small">
          The header must say <code style={{ overflowWrap: 'anywhere' }}>{signature}</code>
        </p>
      )}
    </div>
  );
}
