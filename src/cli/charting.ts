/** Draws what an answer has of figures, as the card of the operation declares. Loaded for --chart alone. */
import { failure } from '../kernel/failure.ts';
import { figureName, type Chart } from '../kernel/chart.ts';
import { fieldsIn, isFields, type Fields } from '../kernel/json.ts';
import type { Bar, Sheet } from '../output/bar-chart.ts';
import { valueAt } from '../output/fields.ts';
import { inWords } from '../output/heading.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';
import type { Context, Outcome } from './command.ts';

/** What is drawn, and what it is called. */
export interface Picture {
  readonly title: string;
  readonly draw: Chart['draw'];
  readonly points: readonly Bar[];
}

/** @throws Failure `usage` for a figure that the rows of the answer do not have; names of groups are known only once it is there */
export function judgeChart({ of }: Chart, asked: string): void {
  const names = of?.map(figureName);
  if (names === undefined || names.includes(asked)) return;
  const near = suggestion(asked, names);
  throw failure('usage', {
    message: `--chart takes ${names.join(', ')}; not ${JSON.stringify(asked)}.`,
    param: '--chart',
    ...(near !== undefined && { hint: didYouMean(near) }),
  });
}

export function chartedOutcome(outcome: Outcome, chart: Chart, { world, flags }: Context): Outcome {
  const picture = pictureOf(outcome.result, chart, flags.chart ?? '');
  if (picture.points.length === 0) return outcome;
  const draw = async (color: boolean): Promise<string> => {
    const [{ isUnicode }, { stylesFor }] = await Promise.all([import('./locale.ts'), import('../output/style.ts')]);
    const sheet = { width: world.io.out.columns ?? 80, isUnicode: isUnicode(world.env) };
    return `${(await stylesFor(color)).bold(picture.title)}\n${await drawPicture(picture, sheet)}`;
  };
  return { ...outcome, draw };
}

async function drawPicture({ draw, points }: Picture, sheet: Sheet): Promise<string> {
  if (draw === 'lines') return (await import('../output/area-chart.ts')).areaChart(points, sheet);
  return (await import('../output/bar-chart.ts')).barChart(points, sheet);
}

/** @throws Failure `usage` for a group that the answer does not have */
export function pictureOf(result: unknown, chart: Chart, asked: string): Picture {
  const { rows, of = [], by = [], draw } = chart;
  if (rows === undefined) return groupPicture(result, chart, asked);
  const figure = of.find((field) => figureName(field) === asked) ?? '';
  return { title: inWords(figureName(figure)), draw, points: summed(fieldsIn(valueAt(result, rows)), by, figure) };
}

function groupPicture(result: unknown, chart: Chart, asked: string): Picture {
  const { groups = '', by = [], value = '', total, draw } = chart;
  const found = valueAt(result, groups);
  const named = Object.entries(isFields(found) ? found : {});
  const plain = named.flatMap(([name, one]) => figureIn(name, total === undefined ? one : valueAt(one, total)));
  const rowsOf = (one: unknown): readonly Fields[] => fieldsIn(chart.in === undefined ? one : valueAt(one, chart.in));
  const drawable = named.filter(([, one]) => rowsOf(one).length > 0);
  const known = drawable.find(([name]) => name === asked);
  if (known === undefined && asked !== FIRST && asked !== '')
    throw failure('usage', {
      message: `There is nothing to draw of "${asked}".`,
      param: '--chart',
      hint:
        drawable.length === 0 ? 'Leave the name out.' : `Choose one of ${drawable.map(([name]) => name).join(', ')}.`,
    });
  const [name = '', one] = known ?? drawable[0] ?? [];
  return name === ''
    ? { title: figureName(groups), draw: 'bars', points: plain }
    : { title: name, draw, points: summed(rowsOf(one), by, value) };
}

/** The value of a bare `--chart` where the names are known only once the answer is there. */
export const FIRST = 'first';

const figureIn = (label: string, value: unknown): readonly Bar[] =>
  typeof value === 'number' ? [{ label, value }] : [];

/** A point for each name; rows of the same name are added up. */
function summed(rows: readonly Fields[], by: readonly string[], figure: string): readonly Bar[] {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const label = by.map((field) => String(valueAt(row, field) ?? '')).join(' ');
    sums.set(label, (sums.get(label) ?? 0) + Number(valueAt(row, figure) ?? 0));
  }
  return [...sums].map(([label, value]) => ({ label, value }));
}
