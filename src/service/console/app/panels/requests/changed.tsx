/** What a request changed: each record with its fields, and a way to it where a panel shows it. */
import type { ConsolePanel } from '../../../../../kernel/console.ts';
import { hrefOf } from '../../data/route.ts';
import { Pill } from '../../parts/small.tsx';
import { words, type Tone } from '../../parts/text.ts';
import { panelFor, valueText } from './showing.ts';
import type { LoggedRequest } from './showing.ts';

type Change = LoggedRequest['changes'][number];

const TONES: Readonly<Record<Change['did'], Tone>> = { created: 'good', changed: 'accent', deleted: 'warn' };

export const Changed = ({ request: { changes, moreChanges = 0 } }: { request: LoggedRequest }) => (
  <div class="stack close">
    <h3>What it changed</h3>
    {changes.length === 0 && <p class="soft">Nothing.</p>}
    {changes.map((change) => (
      <div key={`${change.kind} ${change.id}`}>
        <p class="row wrap">
          <Pill tone={TONES[change.did]}>{change.did}</Pill>
          <Name change={change} />
        </p>
        {change.fields !== undefined && (
          <ul class="fields small">
            {change.fields.map(({ field, before, after }) => (
              <li key={field}>
                <code>{field}</code>
                {after !== undefined && `: ${valueText(before)} → ${valueText(after)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
    ))}
    {moreChanges > 0 && <p class="soft">And {moreChanges.toLocaleString('en')} more writes of records.</p>}
  </div>
);

function Name({ change: { did, kind, id } }: { change: Change }) {
  const panel: ConsolePanel | undefined = did === 'deleted' ? undefined : panelFor(kind);
  const text = `${words(kind)} ${id}`;
  return panel === undefined ? <span class="mono">{text}</span> : <a href={hrefOf(panel, id)}>{text}</a>;
}
