/** Nothing outside src/platforms/ decides by the name of a platform: what is special about one is a trait of its row. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { PLATFORMS } from '../../src/platforms/platforms.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The table itself, the description of the API, and the stories that seed a store. */
const NAMED_HERE = ['src/platforms/', 'src/contract/', 'src/service/seed/'];

/** Files that decide by name all the same: how often, and why. The list may only shrink. */
const EXCEPTIONS: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'src/build/demo.ts': [2, 'a story with three accounts'],
  'src/output/heading.ts': [1, 'abbreviations in headings, one of which is named like a platform'],
  'src/client/advice.ts': [1, 'the words of one network; every call loads the file, and need not load the table'],
  'src/service/areas/ads/figures/dimensions.ts': [
    1,
    'placements of an ad network, two of which are named like platforms',
  ],
  'src/service/areas/discord/settings.ts': [1, 'words that the name of a webhook must not contain'],
  'src/service/areas/media/tiktok.ts': [1, 'the web address of a video'],
  'src/service/networks/simulated/native.ts': [1, 'fixtures: ids and addresses of each network'],
  'src/service/networks/simulated/refusals.ts': [3, 'fixtures: what each network says when it refuses'],
};

/** Names of platforms and of the networks of ads. */
const NAMES = new Set(Object.entries(PLATFORMS).flatMap(([name, { adNames = [] }]) => [name, ...adNames]));

/** Ordinary words besides; a pattern with one of them is about something else. */
const ORDINARY = ['phone', 'threads', 'meta'];

/** Methods that ask whether something is, holds or begins with a name. */
const QUESTIONS = ['includes', 'has', 'indexOf', 'startsWith', 'endsWith'];

const EQUALITIES = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
];

/** A name, or a constant that is called like one: `IMESSAGE`. */
const isName = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  (ts.isStringLiteralLike(node)
    ? NAMES.has(node.text)
    : ts.isIdentifier(node) && node.text === node.text.toUpperCase() && NAMES.has(node.text.toLowerCase()));

const isNameType = (node: ts.Node): boolean => ts.isLiteralTypeNode(node) && isName(node.literal);

/** Two names and more, or nothing but names. */
const isList = (parts: readonly unknown[], names: number): boolean => names > 1 || (names === 1 && parts.length === 1);

function keysOf({ properties }: ts.ObjectLiteralExpression): string[] {
  const names = properties.flatMap(({ name }) => (name === undefined ? [] : [name]));
  return names.flatMap((name) => (ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? [name.text] : []));
}

/** Whether the node itself compares with a platform's name, or lists some. */
function decidesByName(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node))
    return EQUALITIES.includes(node.operatorToken.kind) && (isName(node.left) || isName(node.right));
  if (ts.isCaseClause(node)) return isName(node.expression);
  if (ts.isArrayLiteralExpression(node)) return isList(node.elements, node.elements.filter(isName).length);
  if (ts.isUnionTypeNode(node)) return node.types.filter(isNameType).length > 1;
  if (ts.isObjectLiteralExpression(node)) return keysOf(node).filter((key) => NAMES.has(key)).length > 1;
  if (ts.isRegularExpressionLiteral(node))
    return node.text.split(/[^a-z]+/).some((word) => NAMES.has(word) && !ORDINARY.includes(word));
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return QUESTIONS.includes(node.expression.name.text) && node.arguments.some(isName);
}

const NAMED = new RegExp(`\\b(${[...NAMES].join('|')})\\b`, 'i');

/** Lines of comments, which may name whatever they explain. */
const COMMENTS = /^\s*(\/?\*|\/\/).*$/gm;

/** The decisions in a source, each as its text in one short line. */
function decisionsIn(source: string): string[] {
  if (!NAMED.test(source.replace(COMMENTS, ''))) return [];
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (decidesByName(node)) found.push(node.getText(file).replace(/\s+/g, ' ').slice(0, 60));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Every source outside the places above that decides by name, with its decisions. */
function decisions(): ReadonlyMap<string, readonly string[]> {
  const paths = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.ts') && !NAMED_HERE.some((place) => path.startsWith(place)));
  const found = paths.map((path) => [path, decisionsIn(readFileSync(join(ROOT, path), 'utf8'))] as const);
  return new Map(found.filter(([, list]) => list.length > 0));
}

test.each([
  ["if (platform === 'tiktok') return;"],
  ["if ('sms' != account.doc.platform) return;"],
  ["switch (platform) { case 'reddit': }"],
  ["const OWNED = ['facebook', 'instagram'];"],
  ["const OWNED = new Set(['whatsapp']);"],
  ["type Site = 'shopify' | 'wordpress';"],
  ["const CAPS = { twitter: 50, 'bluesky': 50 };"],
  ['if (/^(tiktok|reddit)$/.test(platform)) return;'],
  ["if (platform.startsWith('linkedin')) return;"],
  ['if (platform === `discord`) return;'],
  ['if (doc.platform !== DISCORD) return;'],
])('a decision by name is found in %j', (source) => {
  expect(decisionsIn(source)).toHaveLength(1);
});

test.each([
  ["driver('tiktok').list(account);"],
  ["const line = { platform: 'sms', phone };"],
  ["const words = ['posts', 'create', '--to', 'bluesky'];"],
  ["const { phone } = body; body['phone'] = phone;"],
  ['if (traitsOf(platform).site !== undefined) return;'],
])('no decision by name is found in %j', (source) => {
  expect(decisionsIn(source)).toEqual([]);
});

test('nothing outside src/platforms/ decides by the name of a platform: its row has a trait for that', () => {
  const found = decisions();
  const unforeseen = [...found].filter(([path, { length }]) => length > (EXCEPTIONS[path]?.[0] ?? 0));
  expect(unforeseen).toEqual([]);
  const spare = Object.entries(EXCEPTIONS).filter(([path, [count]]) => (found.get(path)?.length ?? 0) < count);
  expect(spare, 'these exceptions are no longer needed').toEqual([]);
});

/** A platform by its bare name in a sentence: after a space or at its beginning, and before a space or a stop. */
const BARE = /(?:`|[\s>])\$\{(?:String\()?(?:\w+\.)*platform\)?\}(?=[ ,:;.<](?!\$))/;

/** What is typed into a terminal, and what only the seed's author reads. */
const TYPED = ['svc connect url ${platform}', 'src/service/seed/'];

test('sentences of the service name a platform by its label', () => {
  const paths = ['service', 'platforms'].flatMap((room) =>
    readdirSync(join(ROOT, 'src', room), { recursive: true, encoding: 'utf8' }).map((name) => join('src', room, name)),
  );
  const bare = paths
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .map((line) => `${path}: ${line.trim()}`),
    )
    .filter((line) => BARE.test(line) && !TYPED.some((typed) => line.includes(typed)));
  expect(bare).toEqual([]);
});
