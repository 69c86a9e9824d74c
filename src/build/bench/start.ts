/** Start-up on every version of Node that is shipped for: the median of interleaved runs, as a ratio to `node -e 0`. */
import { join } from 'node:path';
import { majorOf, runtimes, type Runtime } from '../runtimes.ts';
import type { Figure } from './figure.ts';
import { BINARY, environment, median, startService, startServiceOn, timed } from './run.ts';

/** Three times what the design asks for: medians of 15 differ by a tenth from one run to the next, as much as a bar leaves. */
const RUNS = 45;

/** The one journey that calls the API: its bar is what a bare request of the same run takes, and this. */
const LIST: readonly string[] = ['posts', 'list'];
const BEYOND_REQUEST = 0.7;

interface Journey {
  readonly args: readonly string[];
  /** Source: design, "Budgets". */
  readonly on20?: number;
  /** On Node 22 and 24; not demanded of every journey. Source: decision 16. */
  readonly later?: number;
}

const JOURNEYS: readonly Journey[] = [
  { args: ['--version'], on20: 1.15 },
  { args: ['--help'], on20: 1.4, later: 1.25 },
  { args: ['posts', 'create', '--help'], on20: 1.5, later: 1.4 },
  // Rendered anew, as for a terminal of another width; no bar is set for it.
  { args: ['help', 'posts', 'create'] },
  { args: LIST, on20: BEYOND_REQUEST, later: BEYOND_REQUEST },
  { args: ['__complete', 'zsh', '=--st', 'posts', 'list'], on20: 1.3 },
];

const FIRST_ANSWER = 5;

/** What one request costs with nothing around it: the floor under every command that calls. */
const REQUEST = `require('node:http').get(process.env.SVC_BASE_URL + '/_local/health', (answer) => answer.resume())`;

export async function startFigures(folder: string): Promise<Figure[]> {
  const service = await startService(folder, '--ephemeral');
  const env = environment(folder, { SVC_BASE_URL: service.url, SVC_API_KEY: service.apiKey });
  const all = await runtimes();
  try {
    const commands = all.flatMap((runtime) => commandFigures(runtime, env));
    const starts: Figure[] = [];
    for (const runtime of all) starts.push(await firstAnswer(runtime, join(folder, 'first')));
    return [...commands, ...starts];
  } finally {
    await service.stop();
  }
}

function commandFigures({ major, node }: Runtime, env: NodeJS.ProcessEnv): Figure[] {
  const bare: number[] = [];
  const requests: number[] = [];
  const runs = JOURNEYS.map((): number[] => []);
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(timed(['-e', '0'], env, node));
    requests.push(timed(['-e', REQUEST], env, node));
    JOURNEYS.forEach(({ args }, index) => runs[index]?.push(timed([BINARY, ...args], env, node)));
  }
  const control = median(bare);
  const request = median(requests) / control;
  const barOf = ({ args, on20, later }: Journey): number | undefined => {
    const bar = major === '20' ? on20 : later;
    return bar !== undefined && args === LIST ? bar + request : bar;
  };
  const floor = figureOf('one bare node:http request', { major, ratio: request, control });
  return [
    floor,
    ...JOURNEYS.map((journey, index) => {
      const ratio = median(runs[index] ?? []) / control;
      return figureOf(`svc ${journey.args.join(' ')}`, { major, ratio, control, bar: barOf(journey) });
    }),
  ];
}

/** From the start of the process to the first answer of the API, on a data folder that does not exist yet. */
async function firstAnswer({ major, node }: Runtime, folder: string): Promise<Figure> {
  const bare: number[] = [];
  const answers: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(timed(['-e', '0'], environment(folder), node));
    const began = performance.now();
    const service = await startServiceOn(node, folder, '--ephemeral');
    await fetch(`${service.url}/v1/profiles`, { headers: { authorization: `Bearer ${service.apiKey}` } });
    answers.push(performance.now() - began);
    await service.stop();
  }
  const control = median(bare);
  return figureOf('local service, first answer', {
    major,
    ratio: median(answers) / control,
    control,
    bar: FIRST_ANSWER,
  });
}

interface Ratio {
  readonly major: string;
  readonly ratio: number;
  readonly control: number;
  readonly bar?: number | undefined;
}

const figureOf = (what: string, { major, ratio, control, bar }: Ratio): Figure => ({
  what: major === majorOf(process.versions.node) ? what : `${what}, Node ${major}`,
  measured: `${ratio.toFixed(2)} ×`,
  control: `node -e 0: ${control.toFixed(0)} ms`,
  bar: bar === undefined ? '–' : `≤ ${bar.toFixed(2)}`,
  met: bar === undefined || ratio <= bar,
});
