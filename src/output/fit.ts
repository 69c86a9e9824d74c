/** Column widths that fit a terminal: the widest columns give way first, the first one, which names the record, never. Pure. */

/** Columns are not made narrower than this; what then does not fit is left out: the highest number of `priority` first, of these the last. */
const NARROWEST = 8;

export interface ColumnWidth {
  /** Shows everything. */
  readonly natural: number;
  /** Widths at which shorter forms of all its cells are whole, widest first; none for text, which is cut anywhere. */
  readonly forms?: readonly number[];
  /** How early the column gives way to others; 1 is the latest. */
  readonly priority?: number;
}

/**
 * A width for each column; undefined for those that are left out.
 * @param available columns of the terminal; undefined leaves the widths as they are
 * @param gap columns between two columns
 */
export function fittedWidths(
  columns: readonly ColumnWidth[],
  available: number | undefined,
  gap: number,
): readonly (number | undefined)[] {
  if (available === undefined) return columns.map(({ natural }) => natural);
  let places = columns.map((_, at) => at);
  for (const next of givingWay(columns)) {
    const widths = widthsOf(
      places.map((at) => columns[at] ?? NOTHING),
      available - gap * (places.length - 1),
    );
    if (widths !== undefined) return columns.map((_, at) => widths[places.indexOf(at)]);
    places = places.filter((at) => at !== next);
  }
  return columns.map(({ natural }, at) => (at === 0 ? natural : undefined));
}

const NOTHING: ColumnWidth = { natural: 0 };

/** The columns in the order in which they are left out; never the first. */
const givingWay = (columns: readonly ColumnWidth[]): readonly number[] =>
  columns
    .map((_, at) => at)
    .slice(1)
    .sort((a, b) => (columns[b]?.priority ?? 1) - (columns[a]?.priority ?? 1) || b - a);

/** Shorter forms come before text that is cut, and text that is cut before the shortest form. */
function widthsOf(columns: readonly ColumnWidth[], room: number): readonly number[] | undefined {
  const forms = Math.max(0, ...columns.map((column) => column.forms?.length ?? 0));
  for (let form = 0; form <= forms; form += 1) {
    const fixed = columns.map((column, at) => widthAs(form, column) ?? (at === 0 ? column.natural : undefined));
    const whole = columns.map(({ natural }, at) => fixed[at] ?? natural);
    if (total(whole) <= room) return whole;
    const cut = form < forms - 1 ? undefined : cutTo(room, whole, fixed);
    if (cut !== undefined) return cut;
  }
  return undefined;
}

/** The width of a column in its shorter forms, 0 being the whole one; undefined for text. */
const widthAs = (form: number, { natural, forms = [] }: ColumnWidth): number | undefined =>
  forms.length === 0 ? undefined : form === 0 ? natural : Math.min(natural, forms[form - 1] ?? forms.at(-1) ?? natural);

function cutTo(room: number, whole: readonly number[], fixed: readonly (number | undefined)[]): number[] | undefined {
  const at = (most: number): number[] => whole.map((width, index) => fixed[index] ?? Math.min(width, most));
  let most = Math.max(NARROWEST, ...whole);
  while (most > NARROWEST && total(at(most)) > room) most -= 1;
  return total(at(most)) > room ? undefined : at(most);
}

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
