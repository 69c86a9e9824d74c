/** The endpoints of the team: added, tried, switched on and off, removed. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import type { Resource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Card, Empty, Loaded, Pill, Status } from '../../parts/small.tsx';
import { count } from '../../parts/text.ts';
import type { Endpoint } from './event.ts';

export function Endpoints({ from }: { from: Resource<{ webhooks: readonly Endpoint[] }> }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card title="Endpoints" action={<button onClick={() => setAdding(true)}>Add endpoint</button>} flush>
      <Loaded from={from} lines={2}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty title="No endpoint yet">
              <p>Let the command line receive events, or add the address of your own receiver.</p>
              <Command text="svc webhooks listen" />
            </Empty>
          ) : (
            <ul class="list">
              {webhooks.map((one) => (
                <EndpointRow key={one._id} endpoint={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <AddEndpoint onClose={() => setAdding(false)} />}
    </Card>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { _id, name, url, events, isActive, failureCount } = endpoint;
  const switchTo = (next: boolean): Promise<unknown> =>
    act(
      pathOf('updateWebhookSettings'),
      { method: 'PUT', body: { _id, isActive: next } },
      { done: next ? `${name} is on.` : `${name} is off.` },
    );
  const restore = (): void => {
    void act(
      pathOf('createWebhookSettings'),
      { method: 'POST', body: { name, url, events, isActive } },
      { done: `${name} is back, without its secret.` },
    );
  };
  return (
    <li class="item">
      <span class="grow stack close">
        <b>{name}</b>
        <span class="mono soft" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </span>
      </span>
      <span class="small soft">{count(events.length, 'event')}</span>
      {failureCount > 0 && <Pill tone="bad">{count(failureCount, 'failure')}</Pill>}
      <Status status={isActive ? 'active' : 'paused'} />
      <button
        onClick={() =>
          void act(
            pathOf('testWebhook'),
            { method: 'POST', body: { webhookId: _id } },
            { done: 'The endpoint took the test event.' },
          )
        }
      >
        Test
      </button>
      <button onClick={() => void switchTo(!isActive)}>{isActive ? 'Pause' : 'Resume'}</button>
      <button
        class="danger"
        onClick={() =>
          void act(
            pathOf('deleteWebhookSettings'),
            { method: 'DELETE', query: { id: _id } },
            { done: `${name} is removed.`, undo: restore },
          )
        }
      >
        Remove
      </button>
    </li>
  );
}

function AddEndpoint({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({
    name: '',
    url: '',
    secret: '',
    events: 'post.published, post.failed, message.received',
  });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const add = async (): Promise<void> => {
    const events = fields.events.split(/[\s,]+/).filter((one) => one !== '');
    const body = {
      name: fields.name,
      url: fields.url,
      events,
      ...(fields.secret === '' ? {} : { secret: fields.secret }),
    };
    if (
      (await act(pathOf('createWebhookSettings'), { method: 'POST', body }, { done: `${fields.name} is added.` })) !==
      undefined
    )
      onClose();
  };
  return (
    <Dialog
      title="Add endpoint"
      onClose={onClose}
      footer={
        <button class="main" onClick={() => void add()}>
          Add
        </button>
      }
    >
      <label class="field">
        Name
        <input value={fields.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </label>
      <label class="field">
        Address
        <input
          type="url"
          placeholder="http://localhost:3000/webhooks"
          value={fields.url}
          onInput={(event) => set({ url: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        Secret
        <input
          autocomplete="off"
          placeholder="Signs every delivery; may be empty"
          value={fields.secret}
          onInput={(event) => set({ secret: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        Events
        <textarea value={fields.events} onInput={(event) => set({ events: event.currentTarget.value })} />
      </label>
    </Dialog>
  );
}
