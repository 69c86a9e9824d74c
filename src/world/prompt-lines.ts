/** A question whose answer has several lines (@inquirer/core), with words below it that follow what is typed. Used by prompt.ts. */
import {
  createPrompt,
  isBackspaceKey,
  isEnterKey,
  useEffect,
  useKeypress,
  usePrefix,
  useRef,
  useState,
} from '@inquirer/core';

export interface LinesQuestion {
  readonly message: string;
  readonly initial: string;
  /** The line below the text, for example its length; updated after every key. */
  foot(text: string): Promise<string>;
}

const KEYS = 'Enter: new line · Ctrl-S: done · Ctrl-C: leave';

/** Lines above the one that is being typed cannot be reached but by taking lines back. */
export const lines = createPrompt<string, LinesQuestion>((question, done) => {
  const before = question.initial.split('\n');
  const [above, setAbove] = useState<readonly string[]>(before.slice(0, -1));
  const [line, setLine] = useState(before.at(-1) ?? '');
  const [foot, setFoot] = useState('');
  const [isDone, setDone] = useState(false);
  const latest = useRef('');
  const prefix = usePrefix({ status: isDone ? 'done' : 'idle' });

  const show = async (lines: readonly string[]): Promise<void> => {
    const text = lines.join('\n');
    latest.current = text;
    const words = await question.foot(text);
    // The words for an earlier text may come later than those for this one.
    if (latest.current === text) setFoot(words);
  };
  useEffect((rl) => {
    rl.write(line);
    void show([...above, line]);
  }, []);
  useKeypress(async (key, rl) => {
    if (isDone) return;
    if (key.name === 's' && (key as { ctrl?: boolean }).ctrl === true) {
      setDone(true);
      return done([...above, rl.line].join('\n'));
    }
    const next = afterKey(above, line, rl.line, key);
    // The line editor has taken the key already; a restored line goes into it.
    if (next.back !== undefined) rl.write(next.back);
    setAbove(next.above);
    setLine(next.line);
    await show([...next.above, next.line]);
  });
  if (isDone) return `${prefix} ${question.message}`;
  return [`${prefix} ${question.message}\n${[...above, line].join('\n')}`, [foot, KEYS].filter(Boolean).join('\n')];
});

interface AfterKey {
  readonly above: readonly string[];
  readonly line: string;
  /** The line that is edited again. */
  readonly back?: string;
}

/** @param before the line before the key, @param now the line as the editor has it after the key */
function afterKey(
  above: readonly string[],
  before: string,
  now: string,
  key: Parameters<typeof isEnterKey>[0],
): AfterKey {
  if (isEnterKey(key)) return { above: [...above, before], line: '' };
  const last = above.at(-1);
  if (isBackspaceKey(key) && before === '' && last !== undefined)
    return { above: above.slice(0, -1), line: last, back: last };
  return { above, line: now };
}
