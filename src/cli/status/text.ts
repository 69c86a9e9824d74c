/** `svc status` as a terminal shows it: a head, a part for each matter, the commands that fit. Pure but for measuring. */
import { neutralLine } from '../../output/neutral.ts';
import { stylesFor, type Styles } from '../../output/style.ts';
import { openRuler, type Ruler } from '../../output/width.ts';
import { whenText } from '../../output/when.ts';
import type { NextStep } from './next.ts';
import type { PostInBrief, Some, Standing } from './standing.ts';

/** What a terminal offers, and what time it is at the service. */
export interface StatusScene {
  /** Columns of the terminal. */
  readonly width: number;
  readonly color: boolean;
  /** Milliseconds. */
  readonly now: number;
  /** IANA zone. */
  readonly zone: string;
}

/** Everything that `svc status` says. */
export interface StatusWords {
  /** Who and where, a line each. */
  readonly head: readonly string[];
  /** Why there is nothing else, in one sentence. */
  readonly problem?: string | undefined;
  readonly standing?: Standing | undefined;
  readonly next: readonly NextStep[];
}

interface Pen {
  readonly scene: StatusScene;
  readonly styles: Styles;
  readonly ruler: Ruler;
}

/** Lines without the last break. Text from outside is made harmless. */
export async function statusText(words: StatusWords, scene: StatusScene): Promise<string> {
  const pen: Pen = { scene, styles: await stylesFor(scene.color), ruler: await openRuler() };
  const { bold, red } = pen.styles;
  const parts = [
    words.head.map((line, at) => (at === 0 ? bold(cut(line, pen)) : cut(line, pen))),
    words.problem === undefined ? [] : [red(neutralLine(words.problem))],
    ...(words.standing === undefined ? [] : standingParts(words.standing, pen)),
    nextPart(words.next, pen),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function standingParts({ scheduled, failed, unread, accounts }: Standing, pen: Pen): readonly (readonly string[])[] {
  const { red, yellow } = pen.styles;
  const ofPosts = (one: PostInBrief): Cells => postCells(one, pen);
  const lost = accounts?.disconnected ?? [];
  const disconnected = { total: lost.length, first: lost.slice(0, MOST_ACCOUNTS) };
  return [
    part(scheduled, { title: 'Next posts', empty: 'Nothing is scheduled.', mark: String, cellsOf: ofPosts }, pen),
    part(failed, { title: 'Failed posts', mark: red, cellsOf: ofPosts }, pen),
    part(
      unread,
      {
        title: 'Unread conversations',
        empty: 'No unread conversations.',
        mark: yellow,
        cellsOf: ({ participantName, platform, lastMessage }) => [participantName, platform, lastMessage],
      },
      pen,
    ),
    part(
      disconnected,
      { title: 'Disconnected accounts', mark: red, cellsOf: ({ username, platform }) => [username, platform, ''] },
      pen,
    ),
  ];
}

const MOST_ACCOUNTS = 3;

type Cells = readonly [first: string, second: string, rest: string];

interface Manner<T> {
  readonly title: string;
  /** Said where there is nothing; absent for what is then left out. */
  readonly empty?: string;
  readonly mark: (text: string) => string;
  readonly cellsOf: (one: T) => Cells;
}

function part<T>(some: Some<T> | null, { title, empty, mark, cellsOf }: Manner<T>, pen: Pen): readonly string[] {
  const { bold, dim } = pen.styles;
  if (some === null) return [bold(title), dim('  This key cannot read them.')];
  if (some.total === 0) return empty === undefined ? [] : [dim(empty)];
  const rest = some.total - some.first.length;
  return [
    `${bold(title)} ${mark(`(${String(some.total)})`)}`,
    ...some.first.map((one) => rowOf(cellsOf(one), pen)),
    ...(rest > 0 ? [dim(`  and ${String(rest)} more`)] : []),
  ];
}

const [FIRST_WIDTH, SECOND_WIDTH] = [17, 18];

function rowOf([first, second, rest]: Cells, pen: Pen): string {
  const left = `  ${padded(first, FIRST_WIDTH, pen)}  ${padded(second, SECOND_WIDTH, pen)}  `;
  return `${left}${pen.ruler.cut(plain(rest), Math.max(10, pen.scene.width - left.length))}`.trimEnd();
}

const postCells = ({ at, platforms, content }: PostInBrief, { scene }: Pen): Cells => [
  whenText(at, scene),
  platforms.join(', '),
  content,
];

function nextPart(next: readonly NextStep[], pen: Pen): readonly string[] {
  const width = Math.max(0, ...next.map(({ command }) => command.length));
  const { bold, dim } = pen.styles;
  return [bold('What next'), ...next.map(({ command, why }) => cutEnd(`  ${command.padEnd(width)}  `, why, pen, dim))];
}

/** Commands are never cut: they are there to be copied. */
function cutEnd(command: string, why: string, { ruler, scene }: Pen, dim: (text: string) => string): string {
  const room = scene.width - command.length;
  return room < 10 ? command.trimEnd() : `${command}${dim(ruler.cut(plain(why), room))}`;
}

const plain = (text: string): string => neutralLine(text).replaceAll(/\s+/g, ' ');

const cut = (line: string, { ruler, scene }: Pen): string => ruler.cut(plain(line), scene.width);

function padded(text: string, width: number, { ruler }: Pen): string {
  const short = ruler.cut(plain(text), width);
  return short + ' '.repeat(Math.max(0, width - ruler.width(short)));
}
