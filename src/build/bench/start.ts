/** Start-up: the median of interleaved runs, as a ratio to `node -e 0`. */
import type { Figure } from './figure.ts';
import { BINARY, environment, median, startService, timed } from './run.ts';

const RUNS = 15;

/** The one journey that calls the API: its bar is what a bare request of the same run takes, and this. */
const LIST: readonly string[] = ['posts', 'list'];
const BEYOND_REQUEST = 0.7;

/** Journey and bar. Source: design, "Budgets". */
const JOURNEYS: readonly (readonly [args: readonly string[], bar: number])[] = [
  [['--version'], 1.15],
  [['--help'], 1.4],
  [['posts', 'create', '--help'], 1.5],
  [LIST, BEYOND_REQUEST],
  [['__complete', 'zsh', '=--st', 'posts', 'list'], 1.3],
];

/** What one request costs with nothing around it: the floor under every command that calls. */
const REQUEST = `require('node:http').get(process.env.SVC_BASE_URL + '/_local/health', (answer) => answer.resume())`;

export async function startFigures(folder: string): Promise<Figure[]> {
  const service = await startService(folder, '--ephemeral');
  const env = environment(folder, { SVC_BASE_URL: service.url, SVC_API_KEY: service.apiKey });
  try {
    const bare: number[] = [];
    const requests: number[] = [];
    const runs = JOURNEYS.map((): number[] => []);
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(timed(['-e', '0'], env));
      requests.push(timed(['-e', REQUEST], env));
      JOURNEYS.forEach(([args], index) => runs[index]?.push(timed([BINARY, ...args], env)));
    }
    const control = median(bare);
    const floor = {
      what: 'one bare node:http request, for comparison',
      measured: `${(median(requests) / control).toFixed(2)} ×`,
      control: `node -e 0: ${control.toFixed(0)} ms`,
      bar: '–',
      met: true,
    };
    const request = median(requests) / control;
    const figures = JOURNEYS.map(([args, own], index) => {
      const ratio = median(runs[index] ?? []) / control;
      const bar = args === LIST ? own + request : own;
      return {
        what: `svc ${args.join(' ')}`,
        measured: `${ratio.toFixed(2)} ×`,
        control: `node -e 0: ${control.toFixed(0)} ms`,
        bar: `≤ ${bar.toFixed(2)}`,
        met: ratio <= bar,
      };
    });
    return [...figures, floor];
  } finally {
    await service.stop();
  }
}
