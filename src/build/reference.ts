/** docs/reference: a page an area with every command, its flags, choices, examples and exits, and an index over them. */
import prettier from 'prettier';
import { answerFields } from '../cli/answer-fields.ts';
import { fieldRows } from '../cli/api/schema-rows.ts';
import { dangerOf } from '../cli/danger.ts';
import { flagTerm } from '../cli/help.ts';
import type { Flag } from '../cli/flag.ts';
import { GLOBAL_FLAGS } from '../cli/globals.ts';
import type { Spec } from '../cli/spec.ts';
import type { Card, CardFile } from '../kernel/card.ts';
import { EXITS } from '../kernel/exits.ts';
import type { Danger } from '../kernel/manifest.ts';
import type { Schemas } from '../schema/reference.ts';
import { compareText } from './compile.ts';
import { TOPICS } from '../cli/topics/topics.ts';
import { LISTED_LEVELS, MARK, type Outputs } from './outputs.ts';
import type { Tree } from './specs.ts';

const FOLDER = 'docs/reference';

/** Pages by path. A deprecated command gets one line; other hidden commands are left out. */
export async function referenceOf({ specs, branches }: Tree, files: readonly CardFile[]): Promise<Outputs> {
  const shown = specs.filter(({ hidden }) => !hidden);
  const old = specs.filter(({ card }) => card?.deprecated);
  const areaOf = areasOf(specs);
  const areas = [...new Set(shown.map(areaOf))].sort(compareText);
  const schemas = new Map(files.map((file) => [file.area, file.schemas]));
  const pages = areas.map((area) => {
    const isHere = (spec: Spec): boolean => areaOf(spec) === area;
    const page = { area, specs: shown.filter(isHere), old: old.filter(isHere), schemas: schemas.get(area) ?? {} };
    return [`${FOLDER}/${area}.md`, pageOf(page)] as const;
  });
  const index = [`${FOLDER}/README.md`, indexOf({ specs: shown, branches }, areas, areaOf)] as const;
  const formatted = await Promise.all([index, ...pages].map(async ([path, text]) => [path, await tidy(text)] as const));
  return Object.fromEntries(formatted);
}

type AreaOf = (spec: Spec) => string;

/** The area of the card; a hand-made command goes to the area of its noun, or has a page of its own. */
function areasOf(specs: readonly Spec[]): AreaOf {
  const nouns = new Map<string, string>();
  for (const { card, path } of specs) {
    const [noun = ''] = path;
    if (card !== undefined && !nouns.has(noun)) nouns.set(noun, card.area);
  }
  return ({ card, path: [noun = ''] }) => card?.area ?? nouns.get(noun) ?? noun;
}

const tidy = (text: string): Promise<string> => prettier.format(text, { parser: 'markdown', printWidth: 120 });

function indexOf({ specs, branches }: Tree, areas: readonly string[], areaOf: AreaOf): string {
  const rows = specs.map(
    (spec) => `- [\`svc ${spec.path.join(' ')}\`](${areaOf(spec)}.md#${anchor(spec)}): ${flat(spec.summary)}`,
  );
  const nouns = branches.map(({ name, summary, heading }) => `| \`${name}\` | ${cell(heading)} | ${cell(summary)} |`);
  return [
    `<!-- ${MARK} -->`,
    '# Commands',
    `Pages: ${areas.map((area) => `[${area}](${area}.md)`).join(', ')}. Events of webhooks: [events](events.md). Rules and their tests: [rules](rules.md). What svc promises, with its tests: [promises](promises.md). What was seen of every operation: [tried](tried.md).`,
    `Topics of \`svc help\`: ${TOPICS.map(({ name }) => `[${name}](topics/${name}.md)`).join(', ')}.`,
    '## Nouns',
    ['| noun | group | |', '|---|---|---|', ...nouns].join('\n'),
    '## All commands',
    rows.join('\n'),
    '## Flags of every command',
    flagList(GLOBAL_FLAGS),
    '## Exit codes',
    ['| exit | name |', '|---|---|', ...Object.entries(EXITS).map(([name, code]) => `| ${code} | ${name} |`)].join(
      '\n',
    ),
  ].join('\n\n');
}

interface PageWords {
  readonly area: string;
  readonly specs: readonly Spec[];
  /** Deprecated ones. */
  readonly old: readonly Spec[];
  readonly schemas: Schemas;
}

function pageOf({ area, specs, old, schemas }: PageWords): string {
  const lines = old.map(({ path, summary, card }) => `- \`svc ${path.join(' ')}\` (\`${card?.id}\`): ${flat(summary)}`);
  return [
    `<!-- ${MARK} -->`,
    `# ${area}`,
    ...specs.flatMap((spec) => sectionOf(spec, schemas)),
    ...(lines.length === 0 ? [] : ['## Deprecated', 'These still work and are in no help.', lines.join('\n')]),
  ].join('\n\n');
}

function sectionOf(spec: Spec, schemas: Schemas): string[] {
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
    [...callWords(spec), ...dangerWords(spec)].join(' '),
    ...(args.length > 0 ? ['Arguments:', argumentList(spec)] : []),
    ...(flags.length > 0 ? ['Flags:', flagList(flags)] : []),
    ...(card ? nestedFields(card, schemas) : []),
    ...(shared.length > 0
      ? [`Also takes ${shared.join(', ')} and the [flags of every command](README.md#flags-of-every-command).`]
      : []),
    fenced(examples),
    ...(card ? answerWords(card, schemas) : []),
    `Exits: ${exitsOf(spec)}.`,
  ].filter(Boolean);
}

function callWords({ card, aliases }: Spec): string[] {
  return [
    ...(card ? [`Calls \`${card.method} ${card.path}\` (\`${card.id}\`).`] : []),
    ...(card?.group ? [`A restricted key must hold \`${card.group}\`.`] : []),
    ...(card && card.emits.length > 0 ? [`May cause ${card.emits.map((event) => `\`${event}\``).join(', ')}.`] : []),
    ...(aliases.length > 0 ? [`Also: ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`] : []),
  ];
}

const DANGERS: Readonly<Record<Danger, string>> = {
  none: 'Changes nothing.',
  write: 'Changes something.',
  destructive: 'Cannot be undone.',
};

function dangerWords(spec: Spec): string[] {
  const { confirm, card } = spec;
  const withs = card?.command.confirmWith?.map((word) => `\`${word}\``).join(' or ');
  const when = withs === undefined ? 'Prompts first' : `With ${withs}, prompts first`;
  const asks = confirm === undefined ? [] : [`${when}: “${confirm}” Without a terminal it needs \`--yes\`.`];
  return [DANGERS[dangerOf(spec)], ...asks];
}

/** What --set reaches and no flag does. */
function nestedFields({ body }: Card, schemas: Schemas): string[] {
  if (body === undefined || body.kind === 'binary') return [];
  const rows = fieldRows(body.schema, { schemas, levels: LISTED_LEVELS }).filter(({ name }) => /[.[]/.test(name));
  const lines = rows.map(({ name, type, required, words }) =>
    flat(`- \`${name}\`: ${ended(type)} ${words}${required ? ' Required.' : ''}`),
  );
  return lines.length === 0 ? [] : ['Fields for `--set`:', lines.join('\n')];
}

/** The statuses, what one sees first of a success, and what --fields may name. */
function answerWords(card: Card, schemas: Schemas): string[] {
  const statuses = Object.keys(card.responses).map((status) => `\`${status}\``);
  const fields = answerFields(card, schemas).map(({ field }) => `\`${field}\``);
  return [
    `Answers: ${statuses.join(', ')}.`,
    ...(fields.length === 0 ? [] : [`Fields for \`--fields\`: ${fields.join(', ')}.`]),
  ];
}

function argumentList({ args }: Spec): string {
  const rows = args.map(({ label, summary, choices, required }) => {
    return `- \`${label}\`: ${flat([summary, ...choiceNote(choices), ...(required ? ['Required.'] : [])].join(' '))}`;
  });
  return rows.join('\n');
}

function flagList(flags: readonly Flag[]): string {
  return flags
    .filter(({ hidden }) => hidden !== true)
    .map((flag) => `- \`${flagTerm(flag)}\`: ${flat(flagWords(flag))}`)
    .join('\n');
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
