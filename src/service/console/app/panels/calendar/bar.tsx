/** What of the calendar is shown: a month, a week or a list, around which day, and of which account. */
import { platformLabel } from '../../../../../platforms/labels.ts';
import { takesPosts } from '../../../../../platforms/platforms.ts';
import { useAccounts } from '../../data/account.ts';
import { titleOf } from '../../data/account-record.ts';
import { now } from '../../data/clock.ts';
import { Tabs } from '../../parts/small.tsx';

const VIEWS = [
  ['dayGridMonth', 'Month'],
  ['timeGridWeek', 'Week'],
  ['list', 'List'],
] as const;
export type View = (typeof VIEWS)[number][0];

/** Of the reader. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const WEEK_MS = 7 * 86_400_000;

interface Props {
  readonly view: View;
  /** Milliseconds. */
  readonly center: number;
  /** Empty for all accounts. */
  readonly accountId: string;
  readonly onView: (view: View) => void;
  readonly onCenter: (center: number) => void;
  readonly onAccount: (accountId: string) => void;
}

export function CalendarBar({ view, center, accountId, onView, onCenter, onAccount }: Props) {
  const accounts = useAccounts();
  const step = (direction: 1 | -1): void =>
    onCenter(view === 'timeGridWeek' ? center + direction * WEEK_MS : monthBeside(center, direction));
  return (
    <div class="row wrap calendar-bar">
      <Tabs label="View" value={view} options={VIEWS} onPick={onView} />
      <button onClick={() => onCenter(now.value)}>Today</button>
      <button aria-label="Earlier" onClick={() => step(-1)}>
        ‹
      </button>
      <button aria-label="Later" onClick={() => step(1)}>
        ›
      </button>
      <h2>{new Date(center).toLocaleDateString('en', { month: 'long', year: 'numeric' })}</h2>
      <span class="grow" />
      <span class="small soft zone">Times in {ZONE}</span>
      <select
        class="narrow"
        aria-label="Account"
        value={accountId}
        onChange={(event) => onAccount(event.currentTarget.value)}
      >
        <option value="">All accounts</option>
        {accounts.data?.accounts
          .filter(({ platform }) => takesPosts(platform))
          .map((one) => (
            <option key={one._id} value={one._id}>
              {platformLabel(one.platform)}: {titleOf(one)}
            </option>
          ))}
      </select>
    </div>
  );
}

/** The same day a month on, or the last one there is. */
function monthBeside(ms: number, direction: 1 | -1): number {
  const date = new Date(ms);
  const day = date.getDate();
  date.setDate(1);
  date.setMonth(date.getMonth() + direction);
  date.setDate(Math.min(day, new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()));
  return date.getTime();
}
