/** Campaigns with their ad sets and ads as a terminal shows them: a drawn tree with status and spend. Pure but for measuring. */
import { fieldsIn, textOf, type Fields } from '../../kernel/json.ts';
import { neutralLine } from '../../output/neutral.ts';
import { stylesFor, type Styles } from '../../output/style.ts';
import { openRuler, type Ruler } from '../../output/width.ts';
import { amountText } from './money.ts';

/** What a terminal offers. */
export interface Sheet {
  /** Columns. */
  readonly width: number;
  readonly color: boolean;
  /** False where lines of the tree are drawn in ASCII. */
  readonly isUnicode: boolean;
}

interface Strokes {
  readonly branch: string;
  readonly last: string;
  readonly trunk: string;
  readonly gap: string;
}

const UNICODE: Strokes = { branch: '├─ ', last: '└─ ', trunk: '│  ', gap: '   ' };

const ASCII: Strokes = { branch: '|- ', last: '`- ', trunk: '|  ', gap: '   ' };

/** A line before it is measured: what is drawn left of the name, and the cells. */
interface Row {
  readonly stem: string;
  readonly name: string;
  readonly status: string;
  readonly spend: string;
}

/** @param campaigns as the tree of the API has them */
export async function treeText(campaigns: readonly Fields[], sheet: Sheet): Promise<string> {
  const strokes = sheet.isUnicode ? UNICODE : ASCII;
  const rows = campaigns.flatMap((one) => {
    const { currency } = one;
    return [
      rowOf('', one['campaignName'] ?? one['platformCampaignId'], one),
      ...below(fieldsIn(one['adSets']), '', { strokes, currency }),
    ];
  });
  const [ruler, styles] = await Promise.all([openRuler(sheet.isUnicode), stylesFor(sheet.color)]);
  return linesOf(rows, sheet, { ruler, styles }).join('\n');
}

/** What the lines of one campaign have in common. */
interface Branch {
  readonly strokes: Strokes;
  readonly currency: unknown;
}

function below(parts: readonly Fields[], stem: string, branch: Branch): readonly Row[] {
  const { strokes, currency } = branch;
  return parts.flatMap((part, at) => {
    const isLast = at === parts.length - 1;
    const name = part['name'] ?? part['adSetName'] ?? part['platformAdSetId'] ?? part['_id'];
    return [
      rowOf(`${stem}${isLast ? strokes.last : strokes.branch}`, name, { ...part, currency }),
      ...below(fieldsIn(part['ads']), `${stem}${isLast ? strokes.gap : strokes.trunk}`, branch),
    ];
  });
}

const rowOf = (stem: string, name: unknown, part: Fields): Row => ({
  stem,
  name: neutralLine(String(name ?? '')),
  status: statusText(part),
  spend: spendText(part),
});

/** The status, and what the reviewers said where that is another thing. */
function statusText({ status, reviewStatus }: Fields): string {
  const word = (textOf(status) ?? 'unknown').replaceAll('_', ' ');
  const hasIssues = reviewStatus === 'with_issues';
  return hasIssues ? `${word}, with issues` : word;
}

/** The spend with the decimal places of its currency. */
function spendText({ metrics, currency }: Fields): string {
  const { spend } = Object(metrics) as Fields;
  const code = textOf(currency);
  return typeof spend === 'number' ? amountText(spend, code) : (code ?? '');
}

const GAP = '  ';

function linesOf(
  rows: readonly Row[],
  { width }: Sheet,
  { ruler, styles }: { readonly ruler: Ruler; readonly styles: Styles },
): readonly string[] {
  const widest = (cells: readonly string[]): number => Math.max(0, ...cells.map((cell) => ruler.width(cell)));
  const statusWidth = widest(rows.map(({ status }) => status));
  const spendWidth = widest(rows.map(({ spend }) => spend));
  const most = Math.max(12, width - statusWidth - spendWidth - 2 * GAP.length);
  const nameWidth = Math.min(most, widest(rows.map(({ stem, name }) => `${stem}${name}`)));
  return rows.map(({ stem, name, status, spend }) => {
    const whole = `${stem}${name}`;
    const cut = ruler.cut(whole, nameWidth);
    const left = `${cut}${' '.repeat(nameWidth - ruler.width(cut))}`;
    const middle = `${paint(status, styles)}${' '.repeat(statusWidth - ruler.width(status))}`;
    return `${left}${GAP}${middle}${GAP}${spend.padStart(spendWidth)}`.trimEnd();
  });
}

/** What runs is green, what waits yellow, what failed red, and what is switched off or over dim. */
function paint(status: string, { green, yellow, red, dim }: Styles): string {
  if (status === 'active') return green(status);
  if (status === 'pending review' || status.endsWith('with issues')) return yellow(status);
  return status === 'rejected' || status === 'error' ? red(status) : dim(status);
}
