/** A new post: for whom, what, when, and how each network will take it. */
import { useState } from 'preact/hooks';
import { platformLabel } from '../../../../../platforms/labels.ts';
import { takesPosts } from '../../../../../platforms/platforms.ts';
import { useAccounts } from '../../data/account.ts';
import { titleOf, type Account } from '../../data/account-record.ts';
import { act } from '../../data/act.ts';
import { now } from '../../data/clock.ts';
import { inputTime } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Loaded } from '../../parts/small.tsx';
import { Previews } from './previews.tsx';
import { bodyOf, commandOf, isWhole, type Draft } from './draft.ts';
import { useVerdict } from './use-verdict.ts';

interface Props {
  /** ISO 8601; the time that is offered. */
  readonly at?: string;
  readonly onClose: () => void;
  readonly onDone: (postId: string) => void;
}

const HOUR_MS = 3_600_000;

export function Composer({ at, onClose, onDone }: Props) {
  const accounts = useAccounts();
  const [draft, setDraft] = useState<Draft>({
    content: '',
    media: '',
    targets: [],
    when: 'later',
    at: inputTime(at ?? new Date(now.value + HOUR_MS).toISOString()),
  });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const verdict = useVerdict(draft);
  const send = async (): Promise<void> => {
    const answer = await act<{ post: { _id: string } }>(
      pathOf('createPost'),
      { method: 'POST', body: bodyOf(draft), headers: { 'x-request-id': crypto.randomUUID() } },
      { done: SENT[draft.when] },
    );
    if (answer !== undefined) onDone(answer.post._id);
  };
  return (
    <Dialog
      title="New post"
      isWide
      onClose={onClose}
      footer={
        <>
          <Command text={commandOf(draft)} />
          <button class="main" disabled={!isWhole(draft)} onClick={() => void send()}>
            {VERBS[draft.when]}
          </button>
        </>
      }
    >
      <div class="composer">
        <div class="stack">
          <Loaded from={accounts} lines={3}>
            {({ accounts: all }) => <Targets accounts={all} draft={draft} onChange={set} />}
          </Loaded>
          <Fields draft={draft} onChange={set} />
        </div>
        <section class="stack" aria-label="Previews">
          <Previews draft={draft} verdict={verdict} />
        </section>
      </div>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

const Fields = ({ draft, onChange }: FieldsProps) => (
  <>
    <label class="field">
      Text
      <textarea value={draft.content} onInput={(event) => onChange({ content: event.currentTarget.value })} />
    </label>
    <label class="field">
      Picture or video
      <input
        type="url"
        placeholder="https://…/picture.jpg"
        value={draft.media}
        onInput={(event) => onChange({ media: event.currentTarget.value })}
      />
    </label>
    <div class="row wrap">
      <label class="field">
        When
        <select value={draft.when} onChange={(event) => onChange({ when: event.currentTarget.value as Draft['when'] })}>
          <option value="later">At a time</option>
          <option value="now">Now</option>
          <option value="draft">Keep as a draft</option>
        </select>
      </label>
      {draft.when === 'later' && (
        <label class="field">
          Time ({ZONE})
          <input
            type="datetime-local"
            value={draft.at}
            onInput={(event) => onChange({ at: event.currentTarget.value })}
          />
        </label>
      )}
    </div>
  </>
);

/** Of the reader. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const VERBS = { now: 'Publish', later: 'Schedule', draft: 'Save the draft' } as const;
const SENT = { now: 'The post goes out.', later: 'The post is scheduled.', draft: 'The draft is saved.' } as const;

function Targets({
  accounts,
  draft,
  onChange,
}: {
  accounts: readonly Account[];
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}) {
  /** Whether its network says which account it is. */
  const isAlone = ({ platform }: Account): boolean => accounts.filter((one) => one.platform === platform).length === 1;
  const wordOf = (one: Account): string => (isAlone(one) ? one.platform : `${one.platform}:${one.username}`);
  const isIn = ({ _id }: Account): boolean => draft.targets.some(({ accountId }) => accountId === _id);
  const toggle = (one: Account): void =>
    onChange({
      targets: isIn(one)
        ? draft.targets.filter(({ accountId }) => accountId !== one._id)
        : [
            ...draft.targets,
            {
              platform: one.platform,
              accountId: one._id,
              name: titleOf(one),
              username: one.username,
              word: wordOf(one),
            },
          ],
    });
  return (
    <fieldset>
      <legend>Post to</legend>
      <div class="row wrap">
        {accounts
          .filter(({ platform }) => takesPosts(platform))
          .map((one) => (
            <button key={one._id} title={one.username} aria-pressed={isIn(one)} onClick={() => toggle(one)}>
              <Mark platform={one.platform} />
              <span aria-hidden="true">{platformLabel(one.platform)}</span>
              <span class={isAlone(one) ? 'spoken' : 'soft'}>{one.username}</span>
            </button>
          ))}
      </div>
    </fieldset>
  );
}
