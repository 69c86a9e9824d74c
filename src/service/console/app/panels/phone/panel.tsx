/** The phone: the other end of texts and calls, and what carriers have to decide. */
import { useState } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/small.tsx';
import { Calls } from './calls.tsx';
import { Carriers } from './carriers.tsx';
import type { TeamNumber } from './team-number.ts';
import { Texts } from './texts.tsx';

/** The number of the phone that is played here. */
const OWN = '+12025550198';

export default function Phone() {
  const numbers = useResource<{ numbers: readonly TeamNumber[] }>(pathOf('listPhoneNumbers'), [
    'phone_number',
    'number',
  ]);
  const [picked, setPicked] = useState<string>();
  const [own, setOwn] = useState(OWN);
  return (
    <Page
      title="Phone"
      about="One phone at the other end: text and call the team's numbers, press keys, leave a voicemail."
      command={`svc local inbound sms --from ${own}`}
    >
      <Loaded from={numbers}>
        {({ numbers: all }) => {
          const active = all.filter(({ status }) => status === 'active');
          const team = active.find(({ _id }) => _id === picked) ?? active[0];
          return (
            <>
              {team === undefined ? (
                <Empty title="The team has no active number">
                  <p>Buy one with `svc phone-numbers buy`; carriers approve it below, or on the clock.</p>
                </Empty>
              ) : (
                <>
                  <div class="filters">
                    <label class="row">
                      This phone is
                      <input
                        style={{ width: '11rem' }}
                        value={own}
                        onInput={(event) => setOwn(event.currentTarget.value)}
                      />
                    </label>
                    <label class="row">
                      and reaches
                      <select value={team._id} onChange={(event) => setPicked(event.currentTarget.value)}>
                        {active.map(({ _id, phoneNumber, country }) => (
                          <option key={_id} value={_id}>
                            {phoneNumber} ({country})
                          </option>
                        ))}
                      </select>
                    </label>
                  </div>
                  <div class="grid">
                    <Texts own={own} team={team} />
                    <Calls own={own} team={team} />
                  </div>
                </>
              )}
              <Carriers />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
