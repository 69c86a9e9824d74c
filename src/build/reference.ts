/** docs/reference: a page an area with every command, its flags, choices, examples and exits, and an index over them. */
import prettier from 'prettier';
import { flagTerm } from '../cli/help.ts';
import type { Flag } from '../cli/flags.ts';
import { GLOBAL_FLAGS } from '../cli/globals.ts';
import type { Spec } from '../cli/spec.ts';
import { EXITS } from '../kernel/exits.ts';
import { MARK, type Outputs } from './outputs.ts';
import type { Tree } from './specs.ts';

const FOLDER = 'docs/reference';

/** Pages by path. Hidden commands are left out. */
export async function referenceOf({ specs, branches }: Tree): Promise<Outputs> {
  const shown = specs.filter(({ hidden }) => !hidden);
  const areas = [...new Set(shown.map((spec) => areaOf(spec, shown)))].sort();
  const pages = areas.map((area) => {
    const own = shown.filter((spec) => areaOf(spec, shown) === area);
    return [`${FOLDER}/${area}.md`, pageOf(area, own)] as const;
  });
  const index = [`${FOLDER}/README.md`, indexOf({ specs: shown, branches }, areas)] as const;
  const formatted = await Promise.all([index, ...pages].map(async ([path, text]) => [path, await tidy(text)] as const));
  return Object.fromEntries(formatted);
}

/** The area of the card; a hand-made command goes to the area of its noun, or has a page of its own. */
function areaOf(spec: Spec, all: readonly Spec[]): string {
  if (spec.card) return spec.card.area;
  const [noun] = spec.path;
  return all.find((other) => other.card && other.path[0] === noun)?.card?.area ?? String(noun);
}

const tidy = (text: string): Promise<string> => prettier.format(text, { parser: 'markdown', printWidth: 120 });

function indexOf({ specs, branches }: Tree, areas: readonly string[]): string {
  const rows = specs.map((spec) => {
    const area = areaOf(spec, specs);
    return `| [\`svc ${spec.path.join(' ')}\`](${area}.md#${anchor(spec)}) | ${cell(spec.summary)} |`;
  });
  const nouns = branches.map(({ name, summary, heading }) => `| \`${name}\` | ${cell(heading)} | ${cell(summary)} |`);
  return [
    `<!-- ${MARK} -->`,
    '# Commands',
    `Pages: ${areas.map((area) => `[${area}](${area}.md)`).join(', ')}. Rules and their tests: [rules](rules.md).`,
    '## Nouns',
    ['| noun | group | |', '|---|---|---|', ...nouns].join('\n'),
    '## All commands',
    ['| command | |', '|---|---|', ...rows].join('\n'),
    '## Flags of every command',
    flagList(GLOBAL_FLAGS),
    '## Exit codes',
    ['| exit | name |', '|---|---|', ...Object.entries(EXITS).map(([name, code]) => `| ${code} | ${name} |`)].join(
      '\n',
    ),
  ].join('\n\n');
}

function pageOf(area: string, specs: readonly Spec[]): string {
  return [`<!-- ${MARK} -->`, `# ${area}`, ...specs.flatMap(sectionOf)].join('\n\n');
}

function sectionOf(spec: Spec): string[] {
  const { path, summary, description, args, flags, globals, examples, card } = spec;
  const line = [
    'svc',
    ...path,
    ...args.map(({ label, required, repeat }) => argumentTerm(label, required, repeat)),
  ].join(' ');
  const shared = globals.filter((flag) => !GLOBAL_FLAGS.includes(flag)).map(({ long }) => `\`${long}\``);
  return [
    `## svc ${path.join(' ')}`,
    ...(summary ? [summary] : []),
    ...(description ? [description] : []),
    fenced([line]),
    ...(card ? [`Calls \`${card.method} ${card.path}\` (\`${card.id}\`).`] : []),
    ...(spec.aliases.length > 0 ? [`Also: ${spec.aliases.map((alias) => `\`${alias}\``).join(', ')}.`] : []),
    ...(spec.confirm === undefined ? [] : [`Asks first: “${spec.confirm}” Off a terminal it needs \`--yes\`.`]),
    ...(args.length > 0 ? ['Arguments:', argumentList(spec)] : []),
    ...(flags.length > 0 ? ['Flags:', flagList(flags)] : []),
    ...(shared.length > 0
      ? [`Also takes ${shared.join(', ')} and the [flags of every command](README.md#flags-of-every-command).`]
      : []),
    fenced(examples),
    `Exits: ${exitsOf(spec)}.`,
  ];
}

function argumentList({ args }: Spec): string {
  const rows = args.map(({ label, summary, choices, required }) => {
    return `- \`${label}\`: ${flat([summary, ...choiceNote(choices), ...(required ? ['Required.'] : [])].join(' '))}`;
  });
  return rows.join('\n');
}

function flagList(flags: readonly Flag[]): string {
  return flags.map((flag) => `- \`${flagTerm(flag)}\`: ${flat(flagWords(flag))}`).join('\n');
}

function flagWords({ summary, choices, default: preset, required, repeat, deprecated }: Flag): string {
  return [
    summary && ended(summary),
    ...choiceNote(choices),
    ...(preset === undefined ? [] : [`Default \`${typeof preset === 'string' ? preset : JSON.stringify(preset)}\`.`]),
    ...(required ? ['Required.'] : []),
    ...(repeat ? ['May repeat.'] : []),
    ...(deprecated ? ['Deprecated.'] : []),
  ]
    .filter(Boolean)
    .join(' ');
}

const choiceNote = (choices: readonly string[] | undefined): string[] =>
  choices === undefined ? [] : [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`];

const exitsOf = ({ exits }: Spec): string =>
  [...new Set(['ok' as const, 'internal' as const, 'usage' as const, ...exits])]
    .sort((a, b) => EXITS[a] - EXITS[b])
    .map((name) => `${EXITS[name]} ${name}`)
    .join(', ');

function argumentTerm(label: string, required: boolean, repeat: boolean): string {
  const name = repeat ? `${label}...` : label;
  return required ? `<${name}>` : `[${name}]`;
}

const fenced = (lines: readonly string[]): string => ['```sh', ...lines, '```'].join('\n');

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const cell = (text: string): string => flat(text).replaceAll('|', '\\|');

const anchor = ({ path }: Spec): string => `svc-${path.join('-')}`;
