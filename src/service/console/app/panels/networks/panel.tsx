/** The simulated networks: who is connected, what people see there, and how each answers from now on. */
import { useState } from 'preact/hooks';
import { platformLabel } from '../../../../../platforms/labels.ts';
import { useAccounts } from '../../data/account.ts';
import { titleOf } from '../../data/account-record.ts';
import { goTo, hrefOf } from '../../data/route.ts';
import type { PanelProps } from '../../parts/panel-props.ts';
import { Mark } from '../../parts/mark.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Status } from '../../parts/small.tsx';
import { Connect } from './connect.tsx';
import { Network } from './network.tsx';

export default function Networks({ id }: PanelProps) {
  const accounts = useAccounts();
  const [isConnecting, setConnecting] = useState(false);
  return (
    <Page
      title="Networks"
      about="Each account's feed as its users see it, and switches that make the network refuse, slow down or forget."
      command={id === undefined ? 'svc accounts list' : `svc local network feed ${id}`}
      actions={
        <button class="main" onClick={() => setConnecting(true)}>
          Connect an account
        </button>
      }
    >
      <Loaded from={accounts}>
        {({ accounts: all }) => {
          const open = all.find(({ _id }) => _id === id);
          if (all.length === 0)
            return (
              <Empty title="No account is connected">
                <button onClick={() => setConnecting(true)}>Connect an account</button>
              </Empty>
            );
          return (
            <div class="split">
              <ul class="list card">
                {all.map((one) => (
                  <li key={one._id}>
                    <a class="item" href={hrefOf('networks', one._id)} aria-current={one._id === id}>
                      <Mark platform={one.platform} />
                      <span class="grow cut">
                        <b>{titleOf(one)}</b>{' '}
                        <span class="soft">
                          {platformLabel(one.platform)} · {one.username}
                        </span>
                      </span>
                      <Status status={one.needsReconnection || !one.isActive ? 'disconnected' : 'active'} />
                    </a>
                  </li>
                ))}
              </ul>
              <div class="detail card">
                {open === undefined ? (
                  <Empty title="Pick an account">
                    <p>See what its users see, and make its network refuse, slow down or forget.</p>
                  </Empty>
                ) : (
                  <Network key={open._id} account={open} onClose={() => goTo('networks')} />
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
      {isConnecting && <Connect onClose={() => setConnecting(false)} onDone={(account) => goTo('networks', account)} />}
    </Page>
  );
}
