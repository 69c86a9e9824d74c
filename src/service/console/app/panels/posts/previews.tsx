/** How each network shows the draft, and why it would refuse it. */
import { Mark } from '../../parts/mark.tsx';
import { Pill } from '../../parts/small.tsx';
import { count } from '../../parts/text.ts';
import type { Draft } from './draft.ts';
import type { Verdict } from './use-verdict.ts';

export function Previews({ draft, verdict }: { draft: Draft; verdict: Verdict | undefined }) {
  if (draft.targets.length === 0) return <p class="soft">Pick an account to see how the post will look there.</p>;
  return (
    <div class="grid" aria-live="polite">
      {verdict?.problem !== undefined && <p class="notice bad">{verdict.problem}</p>}
      {draft.targets.map(({ platform, accountId, name }) => {
        const errors = verdict?.errors?.filter((one) => one.platform === platform) ?? [];
        const warnings = verdict?.warnings?.filter((one) => one.platform === platform) ?? [];
        return (
          <article key={accountId} class="card">
            <div class="head">
              <Mark platform={platform} />
              <h3 class="grow cut">{name}</h3>
              {verdict !== undefined && verdict.problem === undefined && (
                <Pill tone={errors.length === 0 ? 'good' : 'bad'}>{errors.length === 0 ? 'Ready' : 'Refused'}</Pill>
              )}
            </div>
            <div class="body stack close">
              <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {draft.content === '' ? <span class="soft">No text yet</span> : draft.content}
              </p>
              {draft.media !== '' && <Picture address={draft.media} />}
              <p class="small soft">{count([...draft.content].length, 'character')}</p>
              {errors.map(({ error }) => (
                <p class="notice bad">{error}</p>
              ))}
              {warnings.map(({ warning, error }) => (
                <p class="notice warn">{warning ?? error}</p>
              ))}
            </div>
          </article>
        );
      })}
    </div>
  );
}

/** Only pictures of this service are shown: the console loads nothing from elsewhere. */
function Picture({ address }: { address: string }) {
  const isOurs = URL.canParse(address) && new URL(address).origin === location.origin;
  return isOurs ? (
    <img src={address} alt="" style={{ maxWidth: '100%', borderRadius: '8px' }} />
  ) : (
    <p class="notice small cut">{address}</p>
  );
}
