/** What the words of the source show: vague types, participles with effects, bags, paths and names of platforms outside their rooms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { visit, type Source } from './source.ts';

export interface Found {
  readonly count: number;
  readonly files: number;
}

/** Names of types that more than three files declare, with their number. */
export function sameNamedTypes(sources: readonly Source[]): [string, number][] {
  const files = new Map<string, Set<string>>();
  for (const { path, tree } of sources)
    visit(tree, (node) => {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) return;
      files.set(node.name.text, (files.get(node.name.text) ?? new Set()).add(path));
    });
  return [...files]
    .map(([name, { size }]): [string, number] => [name, size])
    .filter(([, size]) => size > 3)
    .sort(([, a], [, b]) => b - a);
}

const { irregular, verbs } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'participles.json'), 'utf8'),
) as Readonly<Record<'irregular' | 'verbs', readonly string[]>>;

export const isBareParticiple = (name: string): boolean =>
  irregular.includes(name) || (/^[a-z]+ed$/.test(name) && !verbs.includes(name));

/** Functions named by a participle alone that have an effect, `path name`. */
export const effectsAsParticiples = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, functions }) =>
    functions.filter(({ name, hasEffect }) => hasEffect && isBareParticiple(name)).map(({ name }) => `${path} ${name}`),
  );

/** `doc['…']`. */
export const bagAccesses = (sources: readonly Source[]): Found =>
  found(
    sources,
    (node) =>
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteral(node.argumentExpression) &&
      /(^|\.)doc$/.test(node.expression.getText()),
  );

/** Different names of keys that begin with `$`, in records and in types. */
export function hiddenKeys(sources: readonly Source[]): string[] {
  const names = new Set<string>();
  for (const { tree } of sources)
    visit(tree, (node) => {
      if ((ts.isIdentifier(node) || ts.isStringLiteral(node)) && /^\$[a-zA-Z_]+$/.test(node.text)) names.add(node.text);
    });
  return [...names].sort();
}

/** Texts that begin with the prefix of the API. */
export const apiPaths = (sources: readonly Source[]): Found =>
  found(
    sources,
    (node) =>
      (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node)) &&
      /^\/v1(\/|$)/.test(node.text),
  );

const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** Comparisons with the name of a platform. */
export const platformComparisons = (sources: readonly Source[], platforms: ReadonlySet<string>): Found => {
  const isName = (node: ts.Node): boolean => ts.isStringLiteral(node) && platforms.has(node.text);
  return found(sources, (node) => {
    if (ts.isCaseClause(node)) return isName(node.expression);
    return ts.isBinaryExpression(node) && EQUALITY.has(node.operatorToken.kind) && [node.left, node.right].some(isName);
  });
};

/** Calls of a method by its name. */
export const callsOf = (sources: readonly Source[], method: string): Found =>
  found(
    sources,
    (node) =>
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === method,
  );

function found(sources: readonly Source[], fits: (node: ts.Node) => boolean): Found {
  let [count, files] = [0, 0];
  for (const { tree } of sources) {
    const before = count;
    visit(tree, (node) => {
      if (fits(node)) count += 1;
    });
    if (count > before) files += 1;
  }
  return { count, files };
}
