/** One event: its payload, its attempts, the signature it is sent with, and sending it again. */
import { hrefOf } from '../../data/route.ts';
import { Command } from '../../parts/command.tsx';
import { Json, When } from '../../parts/small.tsx';
import { quoted } from '../../parts/shell-words.ts';
import { DeliveryOf } from './delivery.tsx';
import type { Endpoint, StoredEvent } from './event.ts';
import { Signature } from './signature.tsx';

interface Props {
  readonly event: StoredEvent;
  readonly endpoints: readonly Endpoint[];
  readonly onClose: () => void;
}

export function Detail({ event, endpoints, onClose }: Props) {
  const [first] = endpoints;
  const body = JSON.stringify(event.payload);
  return (
    <div class="body stack">
      <div class="row">
        <h2 class="grow wrap-anywhere">{event.event}</h2>
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
      {event.deliveries.length === 0 && (
        <>
          <p class="soft">No endpoint asked for this event. To send one like it:</p>
          <Command
            text={`svc webhooks trigger ${event.event} --to ${quoted(first?.url ?? 'http://localhost:3000/webhooks')}`}
          />
        </>
      )}
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
      <Signature body={body} sent={event.deliveries.flatMap(({ headers }) => Object.values(headers ?? {}))} />
      <Command text={`svc local events --type ${event.event}`} />
    </div>
  );
}
