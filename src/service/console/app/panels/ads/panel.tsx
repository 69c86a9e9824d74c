/** The ads tree: campaigns, sets and ads with their reviews and figures, paused and resumed. */
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/small.tsx';
import { TreeRow } from './tree-row.tsx';
import { rowsOf, type Campaign } from './tree.ts';

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
              <p>Describe campaigns in a file and apply it: reviews and figures follow on the clock.</p>
              <Command text="svc ads apply campaigns.yaml" />
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
