/** `npm run press`: contract to cards, types, reference, completions and manifest. `--dist` leaves committed files alone; `--check` writes nothing. */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handMade, ownBranches } from '../commands/table.ts';
import { compile, type Compiled } from './compile.ts';
import { completionsOf } from './completions.ts';
import { readContract, type Contract } from './contract.ts';
import { manifestOf } from './manifest.ts';
import { openapiOf } from './openapi.ts';
import { differing, write, type Outputs } from './outputs.ts';
import { collectRefusals, Refused } from './refusal.ts';
import { referenceOf } from './reference.ts';
import { shortened } from './references.ts';
import { indexOf, treeOf, type Hand } from './specs.ts';
import { typesOf } from './types.ts';

/** Folders whose generated files vanish with what they describe. */
const HUMAN_FOLDERS = ['docs/reference', 'completions'];

/** Contract to cards, one description and types: what the program reads. Throws Refused with every fault of the contract. */
export async function pressCards(folder: string): Promise<{ compiled: Compiled; outputs: Outputs }> {
  const { refuse, sentences } = collectRefusals();
  const contract = readContract(folder, refuse);
  const compiled = compile(contract, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
  return { compiled, outputs: await cardFiles(contract, compiled) };
}

/** The command line over the cards: what people and other programs read. Throws Refused with every fault of it. */
export async function pressTree(compiled: Compiled, hand: Hand): Promise<{ machine: Outputs; human: Outputs }> {
  const { refuse, sentences } = collectRefusals();
  const tree = await treeOf(compiled, hand, refuse);
  const manifest = manifestOf(tree, compiled.index.version, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
  return {
    machine: { 'dist/cards/index.json': JSON.stringify(indexOf(compiled, tree)), 'dist/svc.manifest.json': manifest },
    human: { ...(await referenceOf(tree)), ...completionsOf(tree) },
  };
}

async function cardFiles(contract: Contract, { index, files, events }: Compiled): Promise<Outputs> {
  const cards = [...files, events].map((file) => [`dist/cards/${file.area}.json`, JSON.stringify(file)]);
  const operations = files.flatMap((file) => file.operations);
  return {
    'dist/cards/index.json': JSON.stringify(index),
    ...Object.fromEntries(cards),
    'dist/openapi.json': JSON.stringify(openapiOf(contract)),
    'dist/types/contract.d.ts': await typesOf(operations, shortened(contract.components.schemas ?? {})),
  };
}

/** The command itself: writes, or with `--check` compares. Returns the exit code. */
async function run(root: string, argv: readonly string[]): Promise<number> {
  const { compiled, outputs } = await pressCards(resolve(root, 'src/contract'));
  if (!argv.includes('--check')) write(root, outputs);
  const { machine, human } = await pressTree(compiled, { handMade, ownBranches });
  if (argv.includes('--check')) {
    const changed = differing(root, human, HUMAN_FOLDERS);
    for (const path of changed) console.error(`${path} is not what the press makes. Run: npm run press`);
    return changed.length === 0 ? 0 : 1;
  }
  write(root, machine);
  if (!argv.includes('--dist')) write(root, human, HUMAN_FOLDERS);
  return 0;
}

const here = fileURLToPath(import.meta.url);

if (process.argv[1] === here) {
  try {
    process.exitCode = await run(resolve(dirname(here), '../..'), process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
