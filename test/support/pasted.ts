/** Whether a command line, as a shell takes it apart, is one that svc takes: by the manifest. */
import { readFileSync } from 'node:fs';
import { parse } from 'shell-quote';

interface Flag {
  readonly type: string;
  readonly options?: readonly string[];
  readonly required?: boolean;
}

interface Command {
  readonly path: readonly string[];
  readonly args: Readonly<Record<string, { readonly required: boolean; readonly repeat: boolean }>>;
  readonly flags: Readonly<Record<string, Flag>>;
}

const { commands } = JSON.parse(readFileSync('dist/svc.manifest.json', 'utf8')) as {
  commands: Readonly<Record<string, Command>>;
};

/** @returns what is wrong with it, in words */
export function faultsOfCommand(line: string): readonly string[] {
  const words = parse(line);
  if (!words.every((word) => typeof word === 'string')) return [`${line}: a shell reads more than words`];
  const [program, ...rest] = words;
  const command = Object.values(commands)
    .filter(({ path }) => path.every((word, at) => rest[at] === word))
    .sort((one, other) => other.path.length - one.path.length)[0];
  if (program !== 'svc' || command === undefined) return [`${line}: there is no such command`];
  return faultsIn(command, rest.slice(command.path.length)).map((fault) => `${line}: ${fault}`);
}

function faultsIn({ args, flags }: Command, words: readonly string[]): readonly string[] {
  const faults: string[] = [];
  const given = new Set<string>();
  let places = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--help') return [];
    if (!word.startsWith('-')) {
      places += 1;
      continue;
    }
    const name = Object.keys(flags).find((one) => `--${one}` === word || `--no-${one}` === word || SHORT[word] === one);
    const flag = name === undefined ? undefined : flags[name];
    if (name === undefined || flag === undefined) {
      faults.push(`${word} is no flag of it`);
      continue;
    }
    given.add(name);
    if (flag.type === 'boolean') continue;
    at += 1;
    const value = words[at];
    if (value === undefined || (flag.options !== undefined && !flag.options.includes(value)))
      faults.push(`${word} does not take ${String(value)}`);
  }
  const wanted = Object.values(args);
  if (places < wanted.filter(({ required }) => required).length) faults.push('an argument is missing');
  if (places > wanted.length && !wanted.some(({ repeat }) => repeat)) faults.push('it has an argument too many');
  for (const [name, { required }] of Object.entries(flags))
    if (required === true && !given.has(name)) faults.push(`--${name} is missing`);
  return faults;
}

const SHORT: Readonly<Record<string, string>> = { '-o': 'output', '-y': 'yes', '-q': 'quiet' };
