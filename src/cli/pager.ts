/** Shows a long page through the pager of the person, as gh does: SVC_PAGER, else PAGER, without a shell and without our key. */
import { isAbsolute } from 'node:path';
import type { Env } from '../world/env.ts';
import type { World } from '../world/world.ts';

/** As a program that does not exist ends. */
const NOT_THERE = { code: 127 };

/** Where nobody has chosen one. */
const USUAL = 'less';

/** The program and its words; none where paging is off. */
export function pagerIn(env: Env): readonly string[] {
  const chosen = env['SVC_PAGER'] ?? env['PAGER'] ?? USUAL;
  const words = [...chosen.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return words[0] === 'cat' ? [] : words;
}

/** Writes the text, or has the pager show it where it is longer than the terminal. A pager that is left early is no failure. */
export async function showPage(text: string, { io, env, machine, spawn }: World): Promise<void> {
  const lines = text.split('\n').length - 1;
  const [name, ...words] = pagerIn(env);
  const isLong = io.out.rows !== undefined && lines >= io.out.rows;
  const isPossible = io.in.isTTY && !machine.isCi && env['TERM'] !== 'dumb';
  if (name === undefined || !isLong || !isPossible) return io.out.write(text);
  const program = isAbsolute(name) ? name : await spawn.find(name);
  const options = { input: text, output: 'inherit', env: { LESS: 'FRX', LV: '-c', ...own(env) } } as const;
  const { code } = program === undefined ? NOT_THERE : await spawn.run(program, words, options);
  if (code === NOT_THERE.code) io.out.write(text);
}

/** What the person has chosen wins. */
const own = ({ LESS, LV }: Env): Env => ({ ...(LESS !== undefined && { LESS }), ...(LV !== undefined && { LV }) });
