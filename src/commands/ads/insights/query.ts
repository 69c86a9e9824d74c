/** `svc ads insights query` with `--chart`: a figure of each row as a bar. */
import { failure } from '../../../kernel/failure.ts';
import { fieldsIn, isFields, type Fields } from '../../../kernel/json.ts';
import { fieldsOf, type Column } from '../../../kernel/view.ts';
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
    const sent = await send(input);
    const outcome = input.query['query'] === undefined ? { ...sent, columns: columnsOf(input) } : sent;
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

const listed = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
    : [];

const levelIn = ({ query: { level } }: CallInput): readonly string[] =>
  level === undefined ? [] : [`${String(level)}_name`];

/** The fields in which rows differ: the object, the day and the parts. */
function namesIn(rows: readonly Fields[], input: CallInput): readonly string[] {
  const days = new Set(rows.map((row) => row['date_start'])).size > 1 ? ['date_start'] : [];
  return [...levelIn(input), ...days, ...listed(input.query['breakdowns'])];
}

/** The days are left out first where a terminal is too narrow. */
const SPAN: readonly Column[] = [
  { field: 'date_start', priority: 2 },
  { field: 'date_stop', priority: 3 },
];
const METRICS = ['impressions', 'clicks', 'spend'];

/** What a row is about, its days, and the metrics that are asked for or the usual ones. */
function columnsOf(input: CallInput): readonly Column[] {
  const { breakdowns, fields } = input.query;
  const about = [...new Set([...levelIn(input), ...listed(breakdowns)])];
  const asked = listed(fields).filter((name) => ![...about, ...fieldsOf(SPAN)].includes(name));
  return [...about, ...SPAN, ...(asked.length > 0 ? asked : METRICS)];
}

/** The whole span where rows differ in nothing. */
function labelOf(row: Fields, names: readonly string[]): string {
  const parts = names.map((name) => row[name]).filter((value) => value !== undefined && value !== null);
  return parts.length > 0 ? parts.map(String).join(' ') : `${String(row['date_start'])} to ${String(row['date_stop'])}`;
}
