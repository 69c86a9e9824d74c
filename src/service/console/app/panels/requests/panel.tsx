/** The request log, live: what came, what was answered, what was noted, and what it caused. */
import { useState } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { goTo, hrefOf } from '../../data/route.ts';
import type { PanelProps } from '../../parts/panel-props.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Pill, When } from '../../parts/small.tsx';
import { count, toneOfStatus } from '../../parts/text.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { Detail } from './detail.tsx';
import { isIn, type LoggedRequest, type Showing } from './showing.ts';

/** As many as the log keeps at least. */
const MOST = 5_000;

export default function Requests({ id }: PanelProps) {
  const log = useResource<{ requests: readonly LoggedRequest[] }>('/_local/requests', ['request', 'delivery'], {
    limit: MOST,
  });
  const [showing, setShowing] = useState<Showing>({ text: '', status: 'all' });
  const set = (change: Partial<Showing>): void => setShowing({ ...showing, ...change });
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
        {({ requests }) => {
          const found = requests.filter((one) => isIn(one, showing));
          const open = requests.find(({ requestId }) => requestId === id);
          if (requests.length === 0)
            return (
              <Empty title="No call has come yet">
                <p>
                  Run any command, for example `svc posts list`, or send a request with your own client: it appears here
                  at once.
                </p>
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
                    items={found}
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
