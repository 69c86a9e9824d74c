/** Conditions of steps: comparisons of variables, of the last message and of the contact. Asked by nodes.ts. */
import { type Fields, fieldsIn, isList, textOf } from '../../../kernel/json.ts';
import { fillText, valueAt } from '../contacts/offers.ts';
import { branchesIn, CASES, ELSE, numberOf, settingOf, wordsIn, type Branch } from './config.ts';
import { isFound, isPattern } from './patterns.ts';

type Test = (left: unknown, right: unknown) => boolean;

const text = (value: unknown): string =>
  (isList(value) ? value.map(String).join(', ') : String(value ?? '')).toLowerCase();

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (isList(value) && value.length === 0);

const contains: Test = (left, right) =>
  isList(left) ? left.some((one) => text(one) === text(right)) : text(left).includes(text(right));

const equals: Test = (left, right) => {
  const [one, other] = [numberOf(left), numberOf(right)];
  return one !== undefined && other !== undefined ? one === other : text(left).trim() === text(right).trim();
};

const compares =
  (holds: (left: number, right: number) => boolean): Test =>
  (left, right) => {
    const [one, other] = [numberOf(left), numberOf(right)];
    return one !== undefined && other !== undefined && holds(one, other);
  };

const isAnyOf: Test = (left, right) =>
  wordsIn(typeof right === 'string' ? right.split(',') : right).some((one) => equals(left, one.trim()));

const OPERATORS: Readonly<Record<string, Test>> = {
  equals,
  contains,
  starts_with: (left, right) => text(left).startsWith(text(right)),
  ends_with: (left, right) => text(left).endsWith(text(right)),
  greater_than: compares((left, right) => left > right),
  less_than: compares((left, right) => left < right),
  at_least: compares((left, right) => left >= right),
  at_most: compares((left, right) => left <= right),
  in: isAnyOf,
  matches: (left, right) => isFound(wordsIn(right).join(''), String(left ?? '')),
  exists: (left) => !isEmpty(left),
  true: (left) => left === true || text(left) === 'true',
};

/** Spellings of operators; a word that begins with `not_` denies what follows it. */
const SPELLINGS: Readonly<Record<string, string>> = {
  eq: 'equals',
  equal: 'equals',
  is: 'equals',
  '=': 'equals',
  '==': 'equals',
  '===': 'equals',
  '!=': 'not_equals',
  '!==': 'not_equals',
  neq: 'not_equals',
  ne: 'not_equals',
  is_not: 'not_equals',
  does_not_equal: 'not_equals',
  not_equal: 'not_equals',
  includes: 'contains',
  has: 'contains',
  has_tag: 'contains',
  does_not_contain: 'not_contains',
  startswith: 'starts_with',
  begins_with: 'starts_with',
  endswith: 'ends_with',
  gt: 'greater_than',
  '>': 'greater_than',
  lt: 'less_than',
  '<': 'less_than',
  gte: 'at_least',
  '>=': 'at_least',
  greater_than_or_equal: 'at_least',
  lte: 'at_most',
  '<=': 'at_most',
  less_than_or_equal: 'at_most',
  one_of: 'in',
  regex: 'matches',
  is_set: 'exists',
  is_not_empty: 'exists',
  not_empty: 'exists',
  is_empty: 'not_exists',
  empty: 'not_exists',
  is_not_set: 'not_exists',
  does_not_exist: 'not_exists',
  is_true: 'true',
};

/** The comparison that a word means; undefined for an unknown word. */
function testFor(operator: string): Test | undefined {
  const plain = operator
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[ -]/g, '_');
  const word = SPELLINGS[plain] ?? plain;
  if (Object.hasOwn(OPERATORS, word)) return OPERATORS[word];
  const denied = word.startsWith('not_') ? OPERATORS[word.slice('not_'.length)] : undefined;
  return denied && ((left, right) => !denied(left, right));
}

const RULES = ['conditions', 'rules'] as const;
const LOGIC = ['logic', 'match', 'combinator', 'logicalOperator'] as const;
const OPERATOR = ['operator', 'op', 'comparison'] as const;
const LEFT = ['field', 'variable', 'left', 'key', 'path', 'property'] as const;
const RIGHT = ['value', 'right', 'compareTo'] as const;

/** Every setting of a rule or of several. */
export const RULE: readonly string[] = [...RULES, ...LOGIC, ...OPERATOR, ...LEFT, ...RIGHT];

const rulesIn = (config: Fields): readonly Fields[] => {
  const listed = fieldsIn(settingOf(config, RULES));
  return listed.length > 0 ? listed : [config];
};

/** One word or more; without one, whether there is a value at all, or whether it equals the value that is given. */
const operatorOf = (rule: Fields): string =>
  textOf(settingOf(rule, OPERATOR)) ?? (settingOf(rule, RIGHT) === undefined ? 'exists' : 'equals');

function ruleHolds(rule: Fields, scope: Fields): boolean {
  const left = settingOf(rule, LEFT);
  const right = settingOf(rule, RIGHT);
  const operator = operatorOf(rule);
  const name = textOf(left)?.replace(/^\{\{\s*|\s*\}\}$/g, '') ?? (operator === 'has_tag' ? 'tags' : 'message');
  return testFor(operator)?.(valueAt(name, scope), typeof right === 'string' ? fillText(right, scope) : right) ?? false;
}

/** Whether the rules hold: all of them, or any where the settings say so. */
export function holds(config: Fields, scope: Fields): boolean {
  const rules = rulesIn(config);
  const mode = text(settingOf(config, LOGIC));
  const isAny = ['any', 'or'].includes(mode);
  return isAny ? rules.some((one) => ruleHolds(one, scope)) : rules.every((one) => ruleHolds(one, scope));
}

/** The ways of a condition: its branches, or its rules where each has an id and nothing says that they belong together. */
export function casesIn(config: Fields): readonly Branch[] {
  const branches = branchesIn(config, CASES);
  if (branches.length > 0 || settingOf(config, LOGIC) !== undefined) return branches;
  const rules = fieldsIn(settingOf(config, RULES));
  return rules.every(({ id }) => textOf(id) !== undefined)
    ? rules.map((settings) => ({ handle: String(settings['id']), settings }))
    : [];
}

/** The outcome of a condition: the first of its branches that holds; else whether its own rules hold. */
export function conditionOutcome(config: Fields, scope: Fields): string {
  const cases = casesIn(config);
  if (cases.length === 0) return String(holds(config, scope));
  return cases.find(({ settings }) => !isElse(settings) && holds(settings, scope))?.handle ?? elseOf(config, cases);
}

/** A branch without rules is the one for everything else. */
const isElse = (settings: Fields): boolean => settingOf(settings, RULE) === undefined;

const elseOf = (config: Fields, cases: readonly Branch[]): string =>
  cases.find(({ settings }) => isElse(settings))?.handle ?? (settingOf(config, CASES) === undefined ? ELSE : 'false');

/** Whether every rule compares in a way that is known, and there is something to compare. */
export function isTestable(config: Fields): boolean {
  const branches = branchesIn(config, CASES);
  const tested =
    branches.length === 0 ? [config] : branches.map(({ settings }) => settings).filter((one) => !isElse(one));
  return tested.every((one) => !isElse(one) && rulesIn(one).every(isRuleTestable));
}

function isRuleTestable(rule: Fields): boolean {
  const test = testFor(operatorOf(rule));
  return test !== undefined && (test !== OPERATORS['matches'] || wordsIn(settingOf(rule, RIGHT)).every(isPattern));
}
