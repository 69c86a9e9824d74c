/** A rule is shown by its real cause: no test that names a rule has the service emit a sample. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';

const TESTS = ['test', 'it', 'describe'];
const NAMES_A_RULE = /^[A-Z]{3,4}-\d{2,3}\b/;

/** An emission: `type: 'event'` with an `event` beside it, or the same through the stage of the inbound causes. */
function emits(node: ts.Node): boolean {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return node.expression.name.text === 'tell' && textOf(node.arguments[0]) === 'event';
  if (ts.isStringLiteralLike(node)) return /\btype['"]?: ?['"]event['"], ?['"]?event\b/.test(node.text);
  return ts.isObjectLiteralExpression(node) && valueOf(node, 'type') === 'event' && isNamed(node);
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;

const valueOf = ({ properties }: ts.ObjectLiteralExpression, name: string): string | undefined =>
  properties.flatMap((one) =>
    ts.isPropertyAssignment(one) && one.name.getText() === name ? [textOf(one.initializer)] : [],
  )[0];

const isNamed = ({ properties }: ts.ObjectLiteralExpression): boolean =>
  properties.some((one) => one.name?.getText() === 'event' || ts.isSpreadAssignment(one));

const within = (node: ts.Node, wanted: (one: ts.Node) => boolean): boolean =>
  wanted(node) || (ts.forEachChild(node, (child) => within(child, wanted) || undefined) ?? false);

/** The name that a call begins with: `test` of `test.each(rows)(title, body)`. */
function calledIn(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return calledIn(node.expression);
  return ts.isTaggedTemplateExpression(node) ? calledIn(node.tag) : '';
}

const namesARule = (node: ts.Node): boolean =>
  within(node, (one) => (ts.isStringLiteralLike(one) || ts.isTemplateHead(one)) && NAMES_A_RULE.test(one.text));

/**
 * What emits in a file, by line: a test that names a rule in its title, its table or a test within it. What stands
 * outside of tests serves all of them, so that one test with a rule is enough.
 */
function emissionsIn(path: string, text: string): string[] {
  if (!/['"]event['"]/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isShared = !path.endsWith('.test.ts') || namesARule(source);
  const found: string[] = [];
  const visit = (node: ts.Node, isRule: boolean): void => {
    if (isRule && emits(node))
      found.push(`${path}:${String(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`);
    const isTest = ts.isCallExpression(node) && TESTS.includes(calledIn(node.expression));
    ts.forEachChild(node, (child) => {
      visit(child, isTest ? namesARule(node) : isRule);
    });
  };
  visit(source, isShared);
  return [...new Set(found)];
}

test('no test that names a rule emits by hand', async () => {
  const names = await readdir(join(ROOT, 'test'), { recursive: true });
  const paths = names.filter((name) => name.endsWith('.ts')).map((name) => join('test', name));
  const texts = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
  expect(paths.flatMap((path, at) => emissionsIn(path, texts[at] ?? '')).sort()).toEqual([]);
});

test.each([
  ["test('EVT-999 a', () => inbound({ type: 'event', event: 'x' }));", 1],
  ["test.each([['EVT-999', 'x']])('%s', (_rule, event) => at.tell('event', { event }));", 1],
  ["const emit = (event) => inbound({ type: 'event', event });\ntest('EVT-999 a', () => emit('x'));", 1],
  ["test('a', () => inbound({ type: 'event', event: 'x' }));\ntest('EVT-999 b', () => connect());", 0],
])('which it would see in %j', (text, count) => {
  expect(emissionsIn('some.test.ts', text)).toHaveLength(count);
});
