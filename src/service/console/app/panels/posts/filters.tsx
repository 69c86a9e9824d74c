/** Which posts are listed. */
import { words } from '../../parts/text.ts';

export interface Filter extends Readonly<Record<string, string>> {
  readonly search: string;
  readonly status: string;
}

const STATUSES = ['', 'draft', 'scheduled', 'publishing', 'published', 'partial', 'failed', 'cancelled'] as const;

export const Filters = ({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) => (
  <div class="filters">
    <input
      aria-label="Search posts"
      placeholder="Words of a post"
      value={filter.search}
      onInput={(event) => onChange({ ...filter, search: event.currentTarget.value })}
    />
    <select
      aria-label="Status"
      value={filter.status}
      onChange={(event) => onChange({ ...filter, status: event.currentTarget.value })}
    >
      {STATUSES.map((one) => (
        <option key={one} value={one}>
          {one === '' ? 'Any status' : words(one)}
        </option>
      ))}
    </select>
  </div>
);
