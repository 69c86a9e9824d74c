/** The plan of an ads file as lines: an object each, with what is done about it. Pure. */
import { NOUNS } from '../../client/ads/fields.ts';
import type { Change, Step } from '../../client/ads/plan.ts';
import { neutralLine } from '../../output/neutral.ts';

const ACTION_WIDTH = 'unchanged'.length;

export const planLines = (steps: readonly Step[]): readonly string[] => steps.flatMap((step) => linesOf(step, 0));

function linesOf({ planned, action, changes, parts }: Step, depth: number): readonly string[] {
  const words = changes.length === 0 ? '' : ` (${changes.map(changeText).join(', ')})`;
  const name = `${'  '.repeat(depth)}${NOUNS[planned.kind]} ${planned.name}`;
  const line = neutralLine(`${action.padEnd(ACTION_WIDTH)}  ${name}${words}`);
  return [line, ...parts.flatMap((part) => linesOf(part, depth + 1))];
}

const changeText = ({ field, from, to }: Change): string => `${field}: ${valueText(from)} to ${valueText(to)}`;

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
