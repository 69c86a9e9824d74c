/** How each network shows the draft, and why it would refuse it. */
import { platformLabel } from '../../../../../platforms/labels.ts';
import { Mark } from '../../parts/mark.tsx';
import { Pill } from '../../parts/small.tsx';
import { count } from '../../parts/text.ts';
import type { Draft, Target } from './draft.ts';
import { useLengths, type Lengths, type Verdict } from './use-verdict.ts';

export function Previews({ draft, verdict }: { draft: Draft; verdict: Verdict | undefined }) {
  const lengths = useLengths(draft);
  if (draft.targets.length === 0)
    return <p class="soft previews-empty">Pick an account to see how the post will look there.</p>;
  return (
    <div class="stack" aria-live="polite">
      {verdict?.problem !== undefined && <p class="notice bad">{verdict.problem}</p>}
      {draft.targets.map((target) => (
        <Preview
          key={target.accountId}
          draft={draft}
          target={target}
          length={lengths?.[target.platform]}
          verdict={verdict}
        />
      ))}
    </div>
  );
}

interface Props {
  readonly draft: Draft;
  readonly target: Target;
  readonly length: Lengths[string] | undefined;
  readonly verdict: Verdict | undefined;
}

function Preview({ draft, target: { platform, name, username }, length, verdict }: Props) {
  const errors = verdict?.errors?.filter((one) => one.platform === platform) ?? [];
  const warnings = verdict?.warnings?.filter((one) => one.platform === platform) ?? [];
  return (
    <article class="card preview" aria-label={`${name} on ${platformLabel(platform)}`}>
      <div class="row">
        <Mark platform={platform} />
        <span class="grow stack close">
          <b class="cut">{name}</b>
          <span class="small soft cut">
            {platformLabel(platform)} · {username}
          </span>
        </span>
        {verdict !== undefined && verdict.problem === undefined && (
          <Pill tone={errors.length === 0 ? 'good' : 'bad'}>{errors.length === 0 ? 'Ready' : 'Refused'}</Pill>
        )}
      </div>
      <p class="words">
        {draft.content === '' ? <span class="soft">No text yet</span> : <Linked text={draft.content} />}
      </p>
      {draft.media !== '' && <Picture address={draft.media} />}
      {length === undefined ? (
        <p class="small soft">{count([...draft.content].length, 'character')}</p>
      ) : (
        <p class={`small ${length.valid ? 'soft' : 'wrong'}`}>
          {length.count.toLocaleString('en')} of {length.limit.toLocaleString('en')} characters, as{' '}
          {platformLabel(platform)} counts
        </p>
      )}
      {errors.map(({ error }) => (
        <p class="notice bad">{error}</p>
      ))}
      {warnings.map(({ warning, error }) => (
        <p class="notice warn">{warning ?? error}</p>
      ))}
    </article>
  );
}

/** What networks draw as a link: tags, mentions and addresses. They are no links here. */
const LINKED = /([#@][\p{L}\p{N}_.]+|https?:\/\/\S+)/u;

const Linked = ({ text }: { text: string }) => (
  <>{text.split(LINKED).map((piece, at) => (at % 2 === 1 ? <span class="linked">{piece}</span> : piece))}</>
);

/** Only pictures of this service are shown: the console loads nothing from elsewhere. */
function Picture({ address }: { address: string }) {
  const isOurs = URL.canParse(address) && new URL(address).origin === location.origin;
  return isOurs ? (
    <img src={address} alt="" style={{ maxWidth: '100%', borderRadius: '8px' }} />
  ) : (
    <p class="notice small cut">{address}</p>
  );
}
