/** The request log, live: what came, what was answered, what was noted, and what it caused. */
import { useState } from 'preact/hooks';
import { useFound, useMore, type ListPlace } from '../../data/more.ts';
import { useResource } from '../../data/resource.ts';
import { goTo, hrefOf } from '../../data/route.ts';
import type { PanelProps } from '../../parts/panel-props.ts';
import { Command } from '../../parts/command.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Pill, When } from '../../parts/small.tsx';
import { count, toneOfStatus } from '../../parts/text.ts';
import { allOf, VirtualList } from '../../parts/virtual-list.tsx';
import { Detail } from './detail.tsx';
import { isIn, type LoggedRequest, type Showing } from './showing.ts';

const LOG: ListPlace<LoggedRequest> = {
  path: '/_local/requests',
  key: 'requests',
  further: 500,
  idOf: ({ requestId }) => requestId,
};

export default function Requests({ id }: PanelProps) {
  const log = useMore<LoggedRequest>(LOG, ['request', 'delivery']);
  const single = useResource<{ requests: readonly LoggedRequest[] }>(
    id === undefined ? undefined : LOG.path,
    ['event', 'delivery'],
    { requestId: id, limit: 1 },
  );
  const [showing, setShowing] = useState<Showing>({ text: '', status: 'all' });
  const set = (change: Partial<Showing>): void => setShowing({ ...showing, ...change });
  const { found, onSeen } = useFound(log, (one) => isIn(one, showing));
  return (
    <Page
      title="Requests"
      about="Every call to the API, newest first, with what it caused. What this console reads is left out."
      command="svc local requests"
    >
      <div class="filters">
        <input
          aria-label="Filter requests"
          placeholder="Path, operation or request id"
          value={showing.text}
          onInput={(event) => set({ text: event.currentTarget.value })}
        />
        <select
          aria-label="Status"
          value={showing.status}
          onChange={(event) => set({ status: event.currentTarget.value as Showing['status'] })}
        >
          <option value="all">Any status</option>
          <option value="good">Succeeded</option>
          <option value="bad">Failed</option>
          <option value="noted">With notes</option>
        </select>
      </div>
      <Loaded from={log}>
        {(requests) => {
          const open = single.data?.requests[0];
          if (requests.length === 0)
            return (
              <Empty title="No call has come yet">
                <p>Run any command, or send a request with your own client: it appears here at once.</p>
                <Command text="svc posts list" />
              </Empty>
            );
          return (
            <div class="split">
              <div class="card">
                {found.length === 0 ? (
                  <Empty title="No request fits the filter" />
                ) : (
                  <VirtualList
                    label="Requests"
                    {...allOf(found)}
                    onSeen={onSeen}
                    keyOf={({ requestId }) => requestId}
                    row={(one) => <Row request={one} isOpen={one.requestId === id} />}
                  />
                )}
              </div>
              <div class="detail card">
                {open === undefined ? (
                  <Empty title="Pick a request">
                    <p>Its query, notes, events and deliveries are shown here.</p>
                  </Empty>
                ) : (
                  <Detail request={open} onClose={() => goTo('requests')} />
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

const Row = ({ request, isOpen }: { request: LoggedRequest; isOpen: boolean }) => (
  <a class="item" href={hrefOf('requests', request.requestId)} aria-current={isOpen}>
    <Pill tone={toneOfStatus(request.status)}>{request.status === 0 ? 'cut' : request.status}</Pill>
    <b class="mono">{request.method}</b>
    <span class="mono cut grow">{request.path}</span>
    {request.notes.length > 0 && <Pill tone="warn">note</Pill>}
    {request.events.length > 0 && <Pill tone="accent">{count(request.events.length, 'event')}</Pill>}
    <span class="small soft">
      <When at={request.at} />
    </span>
  </a>
);
