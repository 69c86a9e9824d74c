/** One piece of work: when, about what, and with which data. */
import { hrefOf } from '../../data/route.ts';
import { Command } from '../../parts/command.tsx';
import { Json } from '../../parts/small.tsx';
import { exactTime, words } from '../../parts/text.ts';
import type { About } from './about.ts';
import type { Work } from './work.ts';

export const Detail = ({
  work: { kind, ref, dueAt, payload, lastError },
  about: { text, panel, id },
}: {
  work: Work;
  about: About;
}) => (
  <div class="body stack">
    <h2>{words(kind)}</h2>
    <p class="soft">Due {exactTime(Date.parse(dueAt))}</p>
    {panel !== undefined && (
      <p>
        About <a href={hrefOf(panel, id)}>{text}</a>
      </p>
    )}
    {lastError !== undefined && <p class="notice warn">{lastError}</p>}
    <p class="mono soft wrap-anywhere">{ref}</p>
    <Json value={payload} />
    <Command text={`svc local timeline --kind ${kind}`} />
  </div>
);
