/** Questions as lines that are read from top to bottom, for SVC_ACCESSIBLE: lists have numbers, and nothing is redrawn. Used by prompt.ts. */
import { createInterface } from 'node:readline';
import { failure } from '../kernel/failure.ts';
import type { CheckChoice, Prompt } from './prompt-door.ts';

export interface Lines {
  /** Writes the question and reads one line. */
  ask(question: string): Promise<string>;
  say(line: string): void;
}

export type PlainPrompt = Omit<Prompt, 'possible' | 'secret'>;

export const plainPrompt = ({ ask, say }: Lines): PlainPrompt => ({
  async confirm(question) {
    return /^y(?:es)?$/i.test((await ask(`${question} (y/N) `)).trim());
  },
  async input(question, initial) {
    const answer = await ask(initial === undefined ? `${question} ` : `${question} (${initial}) `);
    return answer === '' ? (initial ?? '') : answer;
  },
  async select(question, choices) {
    say(question);
    choices.forEach(({ name, value }, at) => say(`${String(at + 1)}. ${name ?? value}`));
    for (;;) {
      const chosen = choices[Number(await ask('Number: ')) - 1];
      if (chosen !== undefined) return chosen.value;
      say(`Type a number from 1 to ${String(choices.length)}.`);
    }
  },
  async checkbox(question, choices) {
    say(question);
    const items = numbered(choices, say);
    for (;;) {
      const answer = (await ask('Numbers, separated by commas; Enter keeps those marked with *: ')).trim();
      if (answer === '') return items.flatMap(({ value, checked }) => (checked === true ? [value] : []));
      const wanted = answer.split(/[\s,]+/).map((word) => items[Number(word) - 1]);
      if (wanted.every((one) => one !== undefined && one.disabled === undefined))
        return items.filter((one) => wanted.includes(one)).map(({ value }) => value);
      say('Type only numbers of the list that can be chosen.');
    }
  },
  async lines(question, initial, foot) {
    say(`${question} End with a line that has only a full stop.`);
    if (initial !== '') say(`Ending at once keeps this text:\n${initial}`);
    const typed: string[] = [];
    for (let line = await ask(''); line !== '.'; line = await ask('')) typed.push(line);
    const text = typed.length === 0 ? initial : typed.join('\n');
    const words = await foot(text);
    if (words !== '') say(words);
    return text;
  },
});

type Item = Exclude<CheckChoice, { readonly heading: string }>;

/** Says the list; headings have no number. */
function numbered(choices: readonly CheckChoice[], say: Lines['say']): readonly Item[] {
  const items: Item[] = [];
  for (const choice of choices) {
    if ('heading' in choice) {
      say(choice.heading);
      continue;
    }
    items.push(choice);
    const marks = choice.disabled === undefined ? (choice.checked === true ? ' *' : '') : ` (${choice.disabled})`;
    say(`${String(items.length)}. ${choice.name}${marks}`);
  }
  return items;
}

/** The lines of this terminal. */
export const terminalLines = (): Lines => ({
  say: (line) => void process.stderr.write(`${line}\n`),
  ask: (question) =>
    new Promise((resolve, reject) => {
      const reader = createInterface({ input: process.stdin, output: process.stderr });
      let answer: string | undefined;
      reader.question(question, (line) => {
        answer = line;
        reader.close();
      });
      reader.on('SIGINT', () => reader.close());
      reader.on('close', () => (answer === undefined ? reject(failure('interrupted')) : resolve(answer)));
    }),
});
