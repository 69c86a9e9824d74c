/** The phone: the other end of texts, WhatsApp and calls, and what carriers and reviewers have to decide. */
import { useState } from 'preact/hooks';
import { CHANNEL } from '../../../../../platforms/number-channels.ts';
import { useAccounts } from '../../data/account.ts';
import type { Account } from '../../data/account-record.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Page } from '../../parts/page.tsx';
import { flag, quoted } from '../../parts/shell-words.ts';
import { Empty, Loaded } from '../../parts/small.tsx';
import { Calls } from './calls.tsx';
import { Carriers } from './carriers.tsx';
import { Chat } from './chat.tsx';
import type { TeamNumber } from './team-number.ts';
import { Templates } from './templates.tsx';

/** The number of the phone that is played here. */
const OWN = '+12025550198';

export default function Phone() {
  const numbers = useResource<{ numbers: readonly TeamNumber[] }>(pathOf('listPhoneNumbers'), [
    'phone_number',
    'number',
  ]);
  const accounts = useAccounts();
  const [picked, setPicked] = useState<string>();
  const [own, setOwn] = useState(OWN);
  const chatting = accounts.data?.accounts.filter(({ platform }) => platform === CHANNEL.whatsapp) ?? [];
  const active = numbers.data?.numbers.filter(({ status }) => status === 'active') ?? [];
  const team = active.find(({ _id }) => _id === picked) ?? active[0];
  return (
    <Page
      title="Phone"
      about="One phone at the other end: write to the team and call it, press keys, leave a voicemail."
      command={`svc local inbound sms${flag('from', own)} --to ${team?.phoneNumber ?? '+12025550123'} --text Hello`}
    >
      <Loaded from={numbers}>
        {() => (
          <>
            {active.length + chatting.length > 0 && (
              <Ends own={own} onOwn={setOwn} active={active} team={team} onPick={setPicked} />
            )}
            {team === undefined ? (
              <Empty title="The team has no active number">
                <p>Buy one: carriers approve it below, or on the clock.</p>
                <Command text="svc phone-numbers buy --help" />
              </Empty>
            ) : (
              <div class="grid">
                <Texts own={own} team={team} />
                <Calls own={own} team={team} />
              </div>
            )}
            <div class="grid">
              {chatting.map((account) => (
                <WhatsApp key={account._id} own={own} account={account} />
              ))}
            </div>
            {chatting.map((account) => (
              <Templates key={account._id} account={account} />
            ))}
            <Carriers />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface EndsProps {
  readonly own: string;
  readonly onOwn: (number: string) => void;
  readonly active: readonly TeamNumber[];
  readonly team: TeamNumber | undefined;
  readonly onPick: (id: string) => void;
}

const Ends = ({ own, onOwn, active, team, onPick }: EndsProps) => (
  <div class="filters">
    <label class="row">
      This phone is
      <input style={{ width: '11rem' }} value={own} onInput={(event) => onOwn(event.currentTarget.value)} />
    </label>
    {team !== undefined && (
      <label class="row">
        and reaches
        <select value={team._id} onChange={(event) => onPick(event.currentTarget.value)}>
          {active.map(({ _id, phoneNumber, country }) => (
            <option key={_id} value={_id}>
              {phoneNumber} ({country})
            </option>
          ))}
        </select>
      </label>
    )}
  </div>
);

const Texts = ({ own, team }: { own: string; team: TeamNumber }) => (
  <Chat
    title="Texts"
    platform={CHANNEL.texts}
    own={own}
    inbound={(text) => ({ type: 'sms', to: team.phoneNumber, from: own, text })}
    empty={
      <>
        <p>Write the first text, or let the team write to this phone:</p>
        <Command text={`svc sms send --from ${team.phoneNumber} --to ${quoted(own)} --text Hello --yes`} />
      </>
    }
  />
);

const WhatsApp = ({ own, account: { _id: accountId, username } }: { own: string; account: Account }) => {
  const id = own.replace(/\D/g, '');
  return (
    <Chat
      title={`WhatsApp with ${username}`}
      platform={CHANNEL.whatsapp}
      accountId={accountId}
      own={own}
      inbound={(text) => ({
        type: 'message',
        accountId,
        participant: { id, name: 'This phone', phoneNumber: own },
        text,
      })}
      empty={
        <>
          <p>Write first: the team may then answer freely for 24 hours.</p>
          <Command text={`svc local inbound message --account-id ${accountId} --participant-id ${id} --text Hello`} />
        </>
      }
    />
  );
};
