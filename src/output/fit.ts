/** Column widths that fit a terminal: text is cut first where there is most of it, then columns are left out; the first one never. Pure. */

export interface ColumnWidth {
  /** Shows everything. */
  readonly natural: number;
  /** Widths at which shorter forms of all its cells are whole, widest first; none for text, which is cut anywhere. */
  readonly forms?: readonly number[];
  /** Width below which text is not cut, such as that of its heading. */
  readonly least?: number;
  /** How early the column gives way to others: the highest number first, 0 last. */
  readonly priority?: number;
}

/** Text stays this wide while columns of this priority or a higher number are left out for it. */
const PASSES = [
  { floor: 20, from: 3 },
  { floor: 14, from: 2 },
  { floor: 8, from: 0 },
] as const;

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
  for (const { floor, from } of PASSES) {
    let places = columns.map((_, at) => at);
    for (const next of [undefined, ...givingWay(columns, from)]) {
      places = places.filter((at) => at !== next);
      const widths = widthsOf(
        places.map((at) => columns[at] ?? NOTHING),
        available - gap * (places.length - 1),
        floor,
      );
      if (widths !== undefined) return columns.map((_, at) => widths[places.indexOf(at)]);
    }
  }
  return columns.map(({ natural }, at) => (at === 0 ? natural : undefined));
}

const NOTHING: ColumnWidth = { natural: 0 };

const priorityOf = ({ priority = 1 }: ColumnWidth): number => priority;

/** The columns in the order in which they are left out; never the first. */
const givingWay = (columns: readonly ColumnWidth[], from: number): readonly number[] =>
  columns
    .map((column, at) => ({ at, priority: priorityOf(column) }))
    .slice(1)
    .filter(({ priority }) => priority >= from)
    .sort((a, b) => b.priority - a.priority || b.at - a.at)
    .map(({ at }) => at);

/** The first shorter form comes before text that is cut, and text that is cut before the shortest of several. */
function widthsOf(columns: readonly ColumnWidth[], room: number, floor: number): readonly number[] | undefined {
  const forms = Math.max(0, ...columns.map((column) => column.forms?.length ?? 0));
  for (let form = 0; form <= forms; form += 1) {
    const fixed = columns.map((column) => widthAs(form, column));
    const whole = columns.map(({ natural }, at) => fixed[at] ?? natural);
    if (total(whole) <= room) return whole;
    const cut =
      form < Math.min(forms, Math.max(1, forms - 1)) ? undefined : cutTo(columns, { room, whole, fixed, floor });
    if (cut !== undefined) return cut;
  }
  return undefined;
}

/** The width of a column in its shorter forms, 0 being the whole one; undefined for text. */
const widthAs = (form: number, { natural, forms = [] }: ColumnWidth): number | undefined =>
  forms.length === 0 ? undefined : form === 0 ? natural : Math.min(natural, forms[form - 1] ?? forms.at(-1) ?? natural);

interface Cutting {
  readonly room: number;
  readonly whole: readonly number[];
  readonly fixed: readonly (number | undefined)[];
  readonly floor: number;
}

function cutTo(columns: readonly ColumnWidth[], { room, whole, fixed, floor }: Cutting): number[] | undefined {
  const at = (most: number): number[] =>
    whole.map((width, index) => fixed[index] ?? Math.min(width, Math.max(most, columns[index]?.least ?? 0)));
  let most = Math.max(floor, ...whole);
  while (most > floor && total(at(most)) > room) most -= 1;
  return total(at(most)) > room ? undefined : at(most);
}

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);
