/** The ads tree: campaigns, sets and ads with their reviews and figures, paused and resumed. */
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Mark } from '../../parts/mark.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded, Status } from '../../parts/small.tsx';
import { rowsOf, type Campaign, type Row } from './tree.ts';

export default function Ads() {
  const tree = useResource<{ campaigns: readonly Campaign[] }>(
    pathOf('getAdTree'),
    ['ad', 'ad_set', 'ad_campaign', 'campaign', 'clock'],
    { limit: 100 },
  );
  return (
    <Page
      title="Ads"
      about="Campaigns, sets and ads, with what reviewers said and what they cost so far."
      command="svc ads tree"
    >
      <Loaded from={tree}>
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <Empty title="No campaign yet">
              <p>
                Boost a post or describe a campaign in a file: `svc ads apply` makes it. Reviews and figures follow on
                the clock.
              </p>
            </Empty>
          ) : (
            <div class="card scroll-x" tabIndex={0} role="region" aria-label="Ads">
              <table class="plain">
                <thead>
                  <tr>
                    <th>Name</th>
                    <th>State</th>
                    <th>Review</th>
                    <th class="number">Impressions</th>
                    <th class="number">Clicks</th>
                    <th class="number">Spent</th>
                    <th>
                      <span class="spoken">Actions</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {campaigns.flatMap(rowsOf).map((row) => (
                    <TreeRow key={`${row.level} ${row.id}`} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function TreeRow({
  row: { id, level, depth, name, platform, status, review, metrics, currency, change },
}: {
  row: Row;
}) {
  const isOn = status === 'active';
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
  return (
    <tr>
      <td style={{ paddingLeft: `${String(0.6 + depth * 1.4)}rem` }}>
        <span class="row">
          {depth === 0 && <Mark platform={platform} />}
          {depth === 0 ? <b>{name}</b> : name}
          <span class="small soft">{id === '' ? '' : level.replace('_', ' ')}</span>
        </span>
      </td>
      <td>
        <Status status={status} />
      </td>
      <td>{review !== undefined && <Status status={review} />}</td>
      <td class="number">{metrics.impressions.toLocaleString('en')}</td>
      <td class="number">{metrics.clicks.toLocaleString('en')}</td>
      <td class="number">{metrics.spend.toLocaleString('en', { style: 'currency', currency })}</td>
      <td>
        {['active', 'paused'].includes(status) && (
          <button onClick={() => void turn(isOn ? 'paused' : 'active')}>{isOn ? 'Pause' : 'Resume'}</button>
        )}
      </td>
    </tr>
  );
}
