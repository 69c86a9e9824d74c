/** `svc local exec`: runs a program against a throw-away service, which lives exactly as long as the program. */
import { CLOCK_MODES, PLAN_PRESETS, SEED_PACKS, type ServiceState } from '../../kernel/steering.ts';
import { failure } from '../../kernel/failure.ts';
import { without } from '../../kernel/json.ts';
import { LOCAL_VARIABLES, VARIABLES } from '../../kernel/variables.ts';
import { command, type Context } from '../../cli/command.ts';
import { instantOf, USUAL } from '../../cli/local-asked.ts';
import { openSeeded, optionsOf } from './start.ts';

/** Of a shell that finds no such program. */
const NOT_FOUND = 127;

export default command({
  path: 'local exec',
  summary: 'Run a program against a temporary local service.',
  description:
    'The program receives the URL and the keys of the service in its environment: SVC_BASE_URL, SVC_API_KEY, ' +
    'SVC_MCP_URL, SVC_CONTROL_KEY and SVC_DATA_DIR, so `svc` and `svc local` inside it use this service. The ' +
    'service and its data are deleted when the program exits; the exit code is that of the program.',
  args: { program: { summary: 'The program and its arguments, after `--`', repeat: true } },
  flags: {
    seedPack: { type: 'string', choices: SEED_PACKS, default: USUAL.seedPack, summary: 'Seed pack', common: true },
    seedFile: {
      type: 'file',
      placeholder: 'file',
      summary: 'Create the records of this YAML or JSON file first; `-` is standard input',
      common: true,
    },
    seed: { type: 'integer', summary: 'Make ids and keys repeatable', common: true },
    clock: { type: 'string', choices: CLOCK_MODES, default: USUAL.clock, summary: 'Clock mode', common: true },
    now: { type: 'string', placeholder: 'time', summary: 'Start time, as ISO 8601', common: true },
    plan: { type: 'string', choices: PLAN_PRESETS, default: USUAL.plan, summary: 'Plan of the team' },
    rateLimits: {
      type: 'string',
      choices: ['on', 'off'],
      default: USUAL.rateLimits,
      summary: 'Refuse requests over the limit',
    },
  },
  writes: true,
  examples: [
    'svc local exec -- ./check.sh',
    'svc local exec --seed-pack empty --seed-file seed.yaml -- ./check.sh',
    'svc local exec --seed-pack empty --seed 7 --clock frozen --now 2026-01-05T09:00:00Z -- ./check.sh',
    "svc local exec -- node --eval 'console.log(process.env.SVC_BASE_URL)'",
  ],

  async run(context, { args, flags }) {
    if (args.program.length === 0)
      throw failure('usage', {
        message: 'Give the program to run.',
        param: '<program>',
        hint: 'Write it after `--`, as in `svc local exec -- npm test`.',
      });
    const { seedFile, ...words } = flags;
    const seed =
      seedFile === undefined
        ? undefined
        : await (await import('../../cli/state/seed-file.ts')).readSeed(context, seedFile);
    const asked = { ...words, dataDir: '', host: USUAL.host, ephemeral: true, now: instantOf(flags.now) };
    const service = await openSeeded(without(await optionsOf(context, asked), ['dataDir']), seed);
    try {
      const state = await service.listen({ host: USUAL.host, port: 0 });
      return { exitCode: await runProgram(context, args.program, state) };
    } finally {
      await service.close();
    }
  },
});

async function runProgram(
  { world, signal, say }: Context,
  [program = '', ...words]: readonly string[],
  { url, apiKey, controlKey, mcpUrl, dataDir }: ServiceState,
): Promise<number> {
  // Nothing of our own environment names another service.
  const others = Object.values(VARIABLES).flat();
  const env = {
    ...Object.fromEntries([...others, LOCAL_VARIABLES.dataDir].map((name) => [name, undefined])),
    ...Object.fromEntries(KEPT.map((name) => [name, world.env[name]])),
    [VARIABLES.baseUrl[0]]: url,
    [VARIABLES.apiKey[0]]: apiKey,
    [VARIABLES.mcpUrl[0]]: mcpUrl,
    [LOCAL_VARIABLES.controlKey]: controlKey,
    [LOCAL_VARIABLES.dataDir]: dataDir,
  };
  const { code } = await world.spawn.run(program, words, { env, signal, output: 'inherit' });
  if (code === NOT_FOUND) say(`${program} was not found, or exited with ${String(NOT_FOUND)}.`);
  return code;
}

/** How results look and times are read says nothing of a service. */
const KEPT = [...VARIABLES.timezone, ...VARIABLES.dateOrder, ...VARIABLES.output];
