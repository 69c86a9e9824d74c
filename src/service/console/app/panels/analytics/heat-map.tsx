/** Hours of the week, the better the darker; the best one in words. */
import { slotWords, WEEKDAYS, type Slot } from './series.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function HeatMap({ slots }: { slots: readonly Slot[] }) {
  const most = Math.max(...slots.map(({ avg_engagement }) => avg_engagement));
  const best = slots.find(({ avg_engagement }) => avg_engagement === most);
  const at = new Map(slots.map((slot) => [`${String(slot.day_of_week)} ${String(slot.hour)}`, slot]));
  return (
    <div class="stack">
      {best !== undefined && (
        <p>
          Best: <b>{slotWords(best)}</b>
        </p>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Engagement by weekday and hour">
        <table class="heat">
          <thead>
            <tr>
              <th>
                <span class="spoken">Weekday</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour % 6 === 0 ? hour : <span class="spoken">{hour}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((day, weekday) => (
              <tr key={day}>
                <th scope="row">{day.slice(0, 3)}</th>
                {HOURS.map((hour) => {
                  const slot = at.get(`${String(weekday)} ${String(hour)}`);
                  const share = slot === undefined || most === 0 ? 0 : slot.avg_engagement / most;
                  return (
                    <td
                      key={hour}
                      title={slot === undefined ? '' : `${slotWords(slot)}: ${String(slot.avg_engagement)} on average`}
                    >
                      <i style={{ opacity: share === 0 ? 0 : 0.2 + 0.8 * share }} />
                      <span class="spoken">{slot === undefined ? 'none' : slot.avg_engagement}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
