/** The team's plan: presets, single gates, and how long reviewers take. */
import { PLAN_PRESETS } from '../../../../../kernel/steering.ts';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { Page } from '../../parts/page.tsx';
import { Card, Facts, Loaded } from '../../parts/small.tsx';
import { words } from '../../parts/text.ts';
import { TryIt } from './try-it.tsx';
import { usePlan, type Plan } from './use-plan.ts';

const ABOUT: Readonly<Record<string, string>> = {
  full: 'Everything is paid for.',
  free: 'Two profiles and no paid parts.',
  legacy: 'An older plan with daily caps.',
  unpaid: 'The last payment failed.',
  no_ads: 'Without the ads add-on: calls of ads answer 402 or 403.',
  no_inbox: 'Without the inbox.',
  no_analytics: 'Without the analytics add-on.',
};

const GATES = [
  ['paymentMethod', 'A payment method is on file'],
  ['paymentFailed', 'The last payment failed'],
  ['inbox', 'Inbox'],
  ['adsAddon', 'Ads add-on'],
  ['analyticsAddon', 'Analytics add-on'],
  ['snapchatApproved', 'Approved for Snapchat'],
] as const satisfies readonly (readonly [keyof Plan, string])[];

export default function PlanPanel() {
  const plan = usePlan();
  return (
    <Page
      title="Plan"
      about="Set what the team pays for, and see what 402 and 403 look like to your client."
      command={`svc local team --preset ${plan.data?.preset ?? PLAN_PRESETS[0]}`}
    >
      <Loaded from={plan}>
        {(team) => (
          <div class="grid">
            <Card title="Preset">
              <div class="stack">
                {PLAN_PRESETS.map((preset) => (
                  <label key={preset} class="row top">
                    <input
                      type="radio"
                      name="preset"
                      checked={team.preset === preset}
                      onChange={() => void plan.set({ preset })}
                    />
                    <span class="stack close">
                      <b>{words(preset)}</b>
                      <span class="soft">{ABOUT[preset]}</span>
                    </span>
                  </label>
                ))}
              </div>
            </Card>
            <Card title="Single gates">
              <div class="stack">
                {GATES.map(([gate, text]) => (
                  <label key={gate} class="tick">
                    <input
                      type="checkbox"
                      checked={team[gate] === true}
                      onChange={(event) => void plan.set({ [gate]: event.currentTarget.checked })}
                    />
                    {text}
                  </label>
                ))}
                <Facts
                  rows={[
                    ['Your role', words(team.role)],
                    ['Profiles', team.profileCap === null ? 'no cap' : String(team.profileCap)],
                    [
                      'Calls a minute',
                      team.rateLimitPerMinute === null ? 'by the table of the API' : String(team.rateLimitPerMinute),
                    ],
                  ]}
                />
              </div>
            </Card>
            <TryIt plan={team} />
          </div>
        )}
      </Loaded>
      <div class="grid">
        <Reviews />
      </div>
    </Page>
  );
}

/** How long each reviewer takes; empty waits for a decision by hand. */
function Reviews() {
  const reviews = useResource<{ reviews: Readonly<Record<string, number | null>> }>('/_local/reviews', []);
  const set = async (name: string, text: string): Promise<void> => {
    const seconds = text.trim() === '' ? null : Number(text);
    await act(
      '/_local/reviews',
      { method: 'PATCH', body: { [name]: seconds } },
      { done: `${words(name)}: ${seconds === null ? 'decided by hand' : `after ${String(seconds)} s`}.` },
    );
    reviews.reload();
  };
  return (
    <Card title="Reviewers take">
      <Loaded from={reviews}>
        {({ reviews: all }) => (
          <div class="stack">
            <p class="soft">Seconds on the clock until a decision. Leave a field empty to decide by hand.</p>
            {Object.entries(all).map(([name, seconds]) => (
              <label key={name} class="row">
                <span class="grow">{words(name)}</span>
                <input
                  type="number"
                  min="0"
                  style={{ width: '8rem' }}
                  value={seconds ?? ''}
                  onChange={(event) => void set(name, event.currentTarget.value)}
                />
              </label>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
