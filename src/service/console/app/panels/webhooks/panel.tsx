/** Webhooks: the endpoints, every event, and what became of each delivery. */
import { useState } from 'preact/hooks';
import { useFound, useMore, type ListPlace } from '../../data/more.ts';
import { useResource } from '../../data/resource.ts';
import { goTo, hrefOf } from '../../data/route.ts';
import { pathOf } from '../../data/paths.ts';
import type { PanelProps } from '../../parts/panel-props.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Status, When } from '../../parts/small.tsx';
import { allOf, VirtualList } from '../../parts/virtual-list.tsx';
import { Detail } from './detail.tsx';
import { Endpoints } from './endpoints.tsx';
import { stateOf, type Endpoint, type StoredEvent } from './event.ts';

const EVENTS: ListPlace<StoredEvent> = {
  path: '/_local/events',
  key: 'events',
  idOf: ({ id }) => id,
  isRising: true,
  further: 500,
};

export default function Webhooks({ id }: PanelProps) {
  const endpoints = useResource<{ webhooks: readonly Endpoint[] }>(pathOf('getWebhookSettings'), [
    'webhook',
    'delivery',
  ]);
  const events = useMore<StoredEvent>(EVENTS, ['event', 'delivery']);
  const single = useResource<{ events: readonly StoredEvent[] }>(
    id === undefined ? undefined : '/_local/events',
    ['delivery'],
    { id },
  );
  const [text, setText] = useState('');
  const { found, onSeen } = useFound(events, ({ event, id: own }) => `${event} ${own}`.includes(text.trim()));
  return (
    <Page
      title="Webhooks"
      about="Every event the service made, newest first, and each attempt to deliver it."
      command="svc webhooks listen"
    >
      <Endpoints from={endpoints} />
      <Loaded from={events}>
        {(all) => {
          const open = single.data?.events[0];
          if (all.length === 0)
            return (
              <Empty title="No event yet">
                <p>Schedule a post or write as a customer in the inbox: the events appear here with their payloads.</p>
              </Empty>
            );
          return (
            <>
              <div class="filters">
                <input
                  aria-label="Filter events"
                  placeholder="post.published, or an event id"
                  value={text}
                  onInput={(event) => setText(event.currentTarget.value)}
                />
              </div>
              <div class="split">
                <div class="card">
                  <VirtualList
                    label="Events"
                    {...allOf(found)}
                    onSeen={onSeen}
                    keyOf={(one) => one.id}
                    row={(one) => (
                      <a class="item" href={hrefOf('webhooks', one.id)} aria-current={one.id === id}>
                        <b class="cut grow">{one.event}</b>
                        <Status status={stateOf(one)} />
                        <span class="small soft">
                          <When at={one.timestamp} />
                        </span>
                      </a>
                    )}
                  />
                </div>
                <div class="detail card">
                  {open === undefined ? (
                    <Empty title="Pick an event">
                      <p>Its payload, and each attempt to deliver it, are shown here.</p>
                    </Empty>
                  ) : (
                    <Detail event={open} endpoints={endpoints.data?.webhooks ?? []} onClose={() => goTo('webhooks')} />
                  )}
                </div>
              </div>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
