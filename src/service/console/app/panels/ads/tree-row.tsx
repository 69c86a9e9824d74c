/** A line of the tree: paused and resumed, decided by its reviewer, and the commands that do the same. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Status } from '../../parts/small.tsx';
import { money } from '../../parts/text.ts';
import type { Row } from './tree.ts';

const COLUMNS = 7;

export function TreeRow({ row }: { row: Row }) {
  const { id, level, depth, name, platform, status, review, metrics, currency } = row;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr>
        <td style={{ paddingLeft: `${String(0.6 + depth * 1.4)}rem` }}>
          <button class="plain name row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {depth === 0 && <Mark platform={platform} />}
            {depth === 0 ? <b>{name}</b> : <span>{name}</span>}
            <span class="small soft">{level.replace('_', ' ')}</span>
          </button>
        </td>
        <td>
          <Status status={status} />
        </td>
        <td>{review !== undefined && <Status status={review} />}</td>
        <td class="number">{metrics.impressions.toLocaleString('en')}</td>
        <td class="number">{metrics.clicks.toLocaleString('en')}</td>
        <td class="number">{money(metrics.spend, currency)}</td>
        <td>
          <Switch row={row} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS}>
            <div class="stack close">
              <Command text={statusCommand(row)} />
              <Command text={reviewCommand(row, 'DISAPPROVED')} />
              <span class="mono soft">{id}</span>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Switch({ row: { id, level, name, platform, accountId, status, review, change } }: { row: Row }) {
  const [operation, place] = change;
  const turn = (next: 'active' | 'paused'): Promise<unknown> =>
    act(
      pathOf(operation, { [place]: id }),
      { method: 'PUT', body: { status: next, ...(level === 'ad' ? {} : { platform }) } },
      {
        done: next === 'paused' ? `${name} is paused.` : `${name} runs.`,
        undo: () => void turn(next === 'paused' ? 'active' : 'paused'),
      },
    );
  const decide = (word: string, done: string): Promise<unknown> =>
    act(
      '/_local/inbound',
      { method: 'POST', body: { type: 'ad_status', accountId, adId: id, level, status: word } },
      { done },
    );
  return (
    <span class="row">
      {['active', 'paused'].includes(status) && (
        <button onClick={() => void turn(status === 'active' ? 'paused' : 'active')}>
          {status === 'active' ? 'Pause' : 'Resume'}
        </button>
      )}
      {review === 'in_review' && (
        <>
          <button onClick={() => void decide('ACTIVE', `${name} is approved.`)}>Approve</button>
          <button class="danger" onClick={() => void decide('DISAPPROVED', `${name} is refused.`)}>
            Refuse
          </button>
        </>
      )}
    </span>
  );
}

const SET_STATUS = {
  campaign: 'svc ads campaigns set-status',
  ad_set: 'svc ads ad-sets set-status',
  ad: 'svc ads set-status',
} as const;

const statusCommand = ({ id, level, platform, status }: Row): string =>
  `${SET_STATUS[level]} ${id} --status ${status === 'active' ? 'paused' : 'active'}${level === 'ad' ? '' : ` --platform ${platform}`}`;

const reviewCommand = ({ id, level, accountId }: Row, status: string): string =>
  `svc local inbound ad-status --account-id ${accountId} --ad-id ${id} --level ${level} --status ${status}`;
