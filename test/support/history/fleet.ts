/** What clients of a history call, and the one process on one folder that a test kills, pauses and starts again. Several on one database are team.ts. */
import { startProcess, type ServiceProcess } from '../process.ts';

export interface Reach {
  /** Where calls go: a balancer, or each process. */
  readonly urls: readonly string[];
  readonly apiKey: string;
  readonly controlKey: string;
  /** Resolves when a call has somewhere to go. */
  untilReady(): Promise<void>;
  /** Instants of `performance.now()` at which no process was left. */
  readonly goneMs: readonly number[];
  /** Whether a request window goes on when no process was left. */
  readonly windowsOutlive: boolean;
  /** How long a client waits for an answer, in ms; for ever unless said. */
  readonly patienceMs?: number;
}

/** One process, and what can happen to it. */
export interface Fleet extends Reach {
  /** SIGKILL to one process, and wait until it is gone. */
  kill(): Promise<void>;
  /** Starts again what was killed, and waits until it is ready. */
  start(): Promise<void>;
  /** SIGSTOP to one process. */
  pause(): void;
  /** SIGCONT to what was paused. */
  resume(): void;
}

/** One process on the embedded store, which starts again on the same folder and port. Its windows are in its memory. */
export async function startOne(folder: string, ...flags: string[]): Promise<Fleet> {
  let one: ServiceProcess = await startProcess(folder, ...flags);
  const { url, apiKey, controlKey } = one;
  const goneMs: number[] = [];
  let ready: Promise<unknown> = Promise.resolve();
  let open: () => void = () => undefined;
  return {
    urls: [url],
    apiKey,
    controlKey,
    goneMs,
    windowsOutlive: false,
    untilReady: async () => void (await ready),
    kill: async () => {
      ready = new Promise<void>((resolve) => (open = resolve));
      await one.kill();
      goneMs.push(performance.now());
    },
    start: async () => {
      one = await startProcess(folder, ...flags, '--port', new URL(url).port);
      open();
    },
    pause: () => void one.child.kill('SIGSTOP'),
    resume: () => void one.child.kill('SIGCONT'),
  };
}
