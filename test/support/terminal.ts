/** A program in a real terminal, made by `script`: typed at, and read until something shows. */
import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

export interface Terminal {
  type(text: string): void;
  /** Waits until the pattern shows in what was not looked at yet, and returns that up to its end. */
  see(pattern: RegExp): Promise<string>;
}

/** True when the machine has the program. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;

/** Starts a shell in a terminal of its own; it is told to exit when the test ends, and gone before its home is. */
export function openTerminal(shell: string, env: Readonly<Record<string, string>>): Terminal {
  const child = spawn('script', ['-qefc', shell, '/dev/null'], {
    env: { SVC_NO_UPDATE_NOTICE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let [shown, seen] = ['', 0];
  let wake = (): void => undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    wake();
  });
  const gone = new Promise<never>((_, reject) => {
    child.on('exit', () => reject(new Error(`the terminal has ended: ${shown.slice(seen)}`)));
  });
  onTestFinished(async () => {
    if (child.exitCode === null) child.stdin.write('\u0015exit\n');
    await gone.catch(() => undefined);
  });
  return {
    type: (text) => void child.stdin.write(text),
    async see(pattern) {
      for (;;) {
        const found = pattern.exec(shown.slice(seen));
        if (found !== null) {
          const text = shown.slice(seen, (seen += found.index + found[0].length));
          return text;
        }
        await Promise.race([gone, new Promise<void>((resolve) => (wake = resolve))]);
      }
    },
  };
}
