/** Charts of what happened: figures a day, followers, and the hours at which posts do best. */
import { useState } from 'preact/hooks';
import { platformLabel } from '../../../../../platforms/labels.ts';
import { useLibrary } from '../../data/library.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Mark } from '../../parts/mark.tsx';
import { Page } from '../../parts/page.tsx';
import { Card, Empty, Loaded, Skeleton, Tabs } from '../../parts/small.tsx';
import { Chart } from './chart.tsx';
import { HeatMap } from './heat-map.tsx';
import { METRICS, seriesOf, type Day, type Metric, type Slot } from './series.ts';

export default function Analytics() {
  return (
    <Page title="Analytics" about="What came of the posts, as the API answers it." command="svc analytics daily">
      <Daily />
      <div class="grid top">
        <Card title="Best times to post (UTC)">
          <BestTimes />
        </Card>
        <Followers />
      </div>
    </Page>
  );
}

function Daily() {
  const library = useLibrary(() => import('./library.ts'));
  const days = useResource<{ dailyData: readonly Day[] }>(pathOf('getDailyMetrics'), ['post', 'feed', 'clock']);
  const [metric, setMetric] = useState<Metric>('impressions');
  return (
    <Card title="Each day" action={<Tabs label="Figure" value={metric} options={METRICS} onPick={setMetric} />}>
      <Loaded from={days}>
        {({ dailyData }) =>
          dailyData.length === 0 ? (
            <Empty title="No figures yet">
              <p>Publish a post and advance the clock: networks report figures from then on.</p>
            </Empty>
          ) : (
            <>
              <Totals days={dailyData} />
              {library === undefined ? (
                <Skeleton lines={6} />
              ) : (
                <Chart library={library.Plot} label={`${metric} each day`} {...seriesOf(dailyData, metric)} />
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const Totals = ({ days }: { days: readonly Day[] }) => (
  <div class="row wrap" style={{ gap: '2rem', marginBottom: '1rem' }}>
    {METRICS.map(([metric, text]) => (
      <span key={metric} class="figure">
        <span class="small soft">{text}</span>
        <b>{days.reduce((sum, { metrics }) => sum + (metrics[metric] ?? 0), 0).toLocaleString('en')}</b>
      </span>
    ))}
  </div>
);

function BestTimes() {
  const best = useResource<{ slots: readonly Slot[] }>(pathOf('getBestTimeToPost'), ['post', 'feed', 'clock']);
  return (
    <Loaded from={best}>
      {({ slots }) => (slots.length === 0 ? <Empty title="Not enough posts yet" /> : <HeatMap slots={slots} />)}
    </Loaded>
  );
}

interface Growth {
  readonly _id: string;
  readonly platform: string;
  readonly username: string;
  readonly currentFollowers: number;
  readonly growth: number;
}

function Followers() {
  const stats = useResource<{ accounts: readonly Growth[] }>(pathOf('getFollowerStats'), ['account', 'clock']);
  return (
    <Card title="Followers" flush>
      <Loaded from={stats}>
        {({ accounts }) =>
          accounts.length === 0 ? (
            <Empty title="No account reports followers" />
          ) : (
            <div class="scroll-x" tabIndex={0} role="region" aria-label="Followers of each account">
              <table class="plain">
                <thead>
                  <tr>
                    <th>Account</th>
                    <th class="number">Followers</th>
                    <th class="number">Change</th>
                  </tr>
                </thead>
                <tbody>
                  {accounts.map(({ _id, platform, username, currentFollowers, growth }) => (
                    <tr key={_id}>
                      <td>
                        <span class="row">
                          <Mark platform={platform} /> {username} <span class="soft">{platformLabel(platform)}</span>
                        </span>
                      </td>
                      <td class="number">{currentFollowers.toLocaleString('en')}</td>
                      <td class="number">
                        {growth > 0 ? '+' : ''}
                        {growth.toLocaleString('en')}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
