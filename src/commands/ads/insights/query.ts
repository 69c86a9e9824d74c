/** `svc ads insights query` with `--chart`: a figure of each row as a bar. */
import { failure } from '../../../kernel/failure.ts';
import { fieldsIn, isFields, type Fields } from '../../../kernel/json.ts';
import type { CallInput } from '../../../client/request.ts';
import { override, type Context, type Outcome } from '../../../cli/command.ts';

export default override('ads insights query', {
  description:
    'On a terminal, `--chart` draws a bar for each row: days with --time-increment 1, groups with ' +
    '--breakdowns. In a pipe, the rows are those of the API.',
  examples: [
    'svc ads insights query --account-id 65fe42477cd47c66c5f4bf9f --breakdowns age --chart spend',
    'svc ads insights query --account-id 65fe42477cd47c66c5f4bf9f --time-increment 1 --chart impressions',
  ],
  flags: {
    chart: {
      type: 'string',
      placeholder: 'metric',
      common: true,
      summary: 'Draw this metric of each row, such as spend or clicks',
    },
  },

  async run(context, input, send, { flags: { chart } }) {
    const outcome = await send(input);
    return chart === undefined || outcome.failure !== undefined ? outcome : charted(outcome, { chart, input }, context);
  },
});

interface Chart {
  readonly chart: string;
  readonly input: CallInput;
}

function charted(outcome: Outcome, { chart, input }: Chart, { world }: Context): Outcome {
  const { result } = outcome;
  const rows = isFields(result) ? fieldsIn(result['data']) : [];
  if (rows.length === 0) return outcome;
  const metrics = numbersIn(rows);
  if (!metrics.includes(chart))
    throw failure('usage', {
      message: `The rows have no metric "${chart}".`,
      param: '--chart',
      hint: metrics.length === 0 ? 'Rows of `--query` cannot be charted.' : `They have ${metrics.join(', ')}.`,
    });
  const names = namesIn(rows, input);
  const bars = rows.map((row) => ({ label: labelOf(row, names), value: Number(row[chart] ?? 0) }));
  const draw = async (): Promise<string> => {
    const { barChart } = await import('../../../output/bar-chart.ts');
    const { isUnicode } = await import('../../../cli/locale.ts');
    return barChart(bars, { width: world.io.out.columns ?? 80, isUnicode: isUnicode(world.env) });
  };
  return { ...outcome, draw };
}

const numbersIn = (rows: readonly Fields[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => typeof row[name] === 'number'))),
];

/** The fields in which rows differ: the object, the day and the parts. */
function namesIn(rows: readonly Fields[], { query }: CallInput): readonly string[] {
  const { level, breakdowns } = query;
  const parts = typeof breakdowns === 'string' ? breakdowns.split(',').map((name) => name.trim()) : [];
  const days = new Set(rows.map((row) => row['date_start'])).size > 1 ? ['date_start'] : [];
  return [...(level === undefined ? [] : [`${String(level)}_name`]), ...days, ...parts];
}

/** The whole span where rows differ in nothing. */
function labelOf(row: Fields, names: readonly string[]): string {
  const parts = names.map((name) => row[name]).filter((value) => value !== undefined && value !== null);
  return parts.length > 0 ? parts.map(String).join(' ') : `${String(row['date_start'])} to ${String(row['date_stop'])}`;
}
