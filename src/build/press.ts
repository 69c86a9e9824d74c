/** `npm run press`: contract to cards, types, reference and manifest. `--dist` leaves committed files alone; `--check` writes nothing. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCatalog } from '../catalog/catalog.ts';
import { families, handMade, headings, ownBranches } from '../commands/table.ts';
import { openInstallation } from '../world/installation.ts';
import { areaFiles, areasModule, auditAreas, ownFunctions } from './areas.ts';
import { compile, type Compiled } from './compile.ts';
import { completionFiles } from './completion.ts';
import { readContract, type Contract } from './contract.ts';
import { auditEmitters } from './emitters.ts';
import { eventNameType, rowsModule, samplesOf, withEventNames } from './event-rows.ts';
import { eventsPage } from './events.ts';
import { examplesOf } from './examples.ts';
import { fidelityPage, type Serving } from './fidelity.ts';
import { kindSchemas } from './kind-types.ts';
import { auditListParameters, auditOwnParameters } from './list-parameters.ts';
import { missingModule } from './missing.ts';
import { manifestOf } from './manifest.ts';
import { commandFiles, namesFiles } from './names.ts';
import { operationRows } from './operations.ts';
import { openapiOf } from './openapi.ts';
import { differing, write, type Outputs } from './outputs.ts';
import type { Routes } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { collectRefusals, Refused } from './refusal.ts';
import { referenceOf } from './reference.ts';
import { shortened } from './references.ts';
import { inboundBodies, inboundModule, inboundTypes, readInbound } from './inbound.ts';
import { helpFiles } from './help-pages.ts';
import { indexOf, treeOf, type Hand, type Tree } from './specs.ts';
import { TOPICS_FOLDER, topicPages } from './topics.ts';
import { typesOf } from './types.ts';

const CONTRACT = 'src/contract';

/** Folders whose generated files vanish with what they describe. */
const HUMAN_FOLDERS = ['docs/reference', TOPICS_FOLDER];

/** The modules behind `#events` and `#areas`. */
const EVENT_ROWS = 'dist/types/events.ts';
const AREA_INDEX = 'dist/types/areas.ts';

/** The module behind `#inbound`. */
const INBOUND = 'dist/types/inbound.ts';

/** The module behind `#missing`. */
const MISSING = 'dist/types/missing.ts';

/** Contract to cards, one description and types: what the program reads. Throws Refused with every fault of the contract. */
export async function pressCards(folder: string): Promise<{ compiled: Compiled; outputs: Outputs }> {
  const { refuse, sentences } = collectRefusals();
  const contract = withEventNames(readContract(folder, refuse));
  const compiled = compile(contract, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
  const operations = compiled.files.flatMap((file) => file.operations);
  const records = kindSchemas(compiled.service, operations, shortened(contract.components.schemas ?? {}));
  auditListParameters(compiled, records, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
  return { compiled, outputs: await cardFiles(contract, compiled, records) };
}

/** The command line over the cards, proven: names with the hand-made ones, and the manifest. Throws Refused with every fault of it. */
export async function pressTree(compiled: Compiled, hand: Hand): Promise<{ tree: Tree; outputs: Outputs }> {
  const { refuse, sentences } = collectRefusals();
  const tree = await treeOf(compiled, hand, refuse);
  const manifest = manifestOf(tree, compiled.index.version, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
  const examples = JSON.stringify(examplesOf(tree, compiled.files));
  const names = namesFiles(indexOf(compiled, tree));
  const completion = completionFiles(tree, compiled.files);
  return {
    tree,
    outputs: { ...names, ...completion, 'dist/svc.manifest.json': manifest, 'dist/cards/examples.json': examples },
  };
}

/** The files for people, which are committed. */
export const pressPages = async (tree: Tree, compiled: Compiled, serving: Serving): Promise<Outputs> => ({
  ...(await fidelityPage(compiled, serving)),
  ...(await referenceOf(tree, compiled.files)),
  ...(await eventsPage(compiled)),
  ...(await topicPages(compiled.index)),
});

async function cardFiles(
  contract: Contract,
  compiled: Compiled,
  records: Readonly<Record<string, Schema>>,
): Promise<Outputs> {
  const { index, files, events, eventRows } = compiled;
  const cards = [...files, events].map((file) => [`dist/cards/${file.area}.json`, JSON.stringify(file)]);
  const operations = files.flatMap((file) => file.operations);
  const schemas = shortened(contract.components.schemas ?? {});
  return {
    ...namesFiles(index),
    ...Object.fromEntries(cards),
    ...commandFiles(files),
    'dist/cards/service/fixtures.json': JSON.stringify(compiled.fixtures),
    'dist/cards/service/kinds.json': JSON.stringify(compiled.service.kinds),
    ...serviceFiles(files, compiled.service.operations),
    'dist/cards/called.json': JSON.stringify(compiled.called),
    'dist/cards/operations.json': JSON.stringify(operationRows(compiled)),
    'dist/openapi.json': JSON.stringify(openapiOf(contract, compiled)),
    'dist/cards/samples.json': JSON.stringify(samplesOf(eventRows)),
    [EVENT_ROWS]: rowsModule(eventRows),
    [MISSING]: missingModule(compiled.service),
    'dist/types/contract.d.ts': (await typesOf(operations, schemas, records)) + eventNameType(eventRows),
  };
}

/** What a start of the service reads, and what a call of an area reads. */
function serviceFiles(files: Compiled['files'], served: Compiled['service']['operations']): Outputs {
  const addresses: Routes = Object.fromEntries(
    files.map(({ area, operations }) => [
      area,
      Object.fromEntries(operations.map(({ id, method, path }) => [id, `${method} ${path}`])),
    ]),
  );
  const effects = files.map(({ area, operations }) => [
    `dist/cards/service/effects/${area}.json`,
    JSON.stringify(Object.fromEntries(operations.map(({ id }) => [id, served[id]]))),
  ]);
  return { 'dist/cards/service/routes.json': JSON.stringify(addresses), ...Object.fromEntries(effects) };
}

/** The index of the areas, proven. Loads them, so what they read must be written. Throws Refused with every fault of it. */
async function pressAreas(root: string, compiled: Compiled): Promise<{ serving: Serving; outputs: Outputs }> {
  const { refuse, sentences } = collectRefusals();
  const files = await areaFiles(root);
  const { work } = await import('../service/delivery/work.ts');
  const elsewhere = { file: 'src/service/delivery/work.ts', kinds: Object.keys(work) };
  const operations = new Set(compiled.files.flatMap((file) => file.operations.map(({ id }) => id)));
  auditAreas(files, { operations, elsewhere }, refuse);
  const { eventBody } = await import('../service/control/inbound-event.ts');
  const bodies = { ...inboundBodies(files), event: eventBody(compiled.index.events) };
  const types = inboundTypes(readInbound(join(root, CONTRACT)), bodies, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
  return {
    serving: { functions: ownFunctions(files) },
    outputs: { [AREA_INDEX]: areasModule(files), [INBOUND]: inboundModule(types) },
  };
}

/** @throws Refused with every operation whose events nobody emits, or whose parameters nobody reads */
function refuseSilent(compiled: Compiled, serving: Serving): void {
  const { refuse, sentences } = collectRefusals();
  auditEmitters(compiled, serving, refuse);
  auditOwnParameters(compiled, serving, refuse);
  if (sentences.length > 0) throw new Refused(sentences);
}

/** The command itself: writes, or with `--check` compares. Returns the exit code. */
async function run(root: string, argv: readonly string[]): Promise<number> {
  const cards = await pressCards(resolve(root, CONTRACT));
  const checks = argv.includes('--check');
  // Before commands and areas are loaded: some of them import the rows.
  if (!checks)
    write(root, {
      [EVENT_ROWS]: rowsModule(cards.compiled.eventRows),
      [MISSING]: missingModule(cards.compiled.service),
    });
  const areas = await pressAreas(root, cards.compiled);
  // Before the commands are loaded: those of `svc local inbound` are made of it.
  if (!checks) write(root, areas.outputs);
  const { tree, outputs } = await pressTree(cards.compiled, { handMade, families, ownBranches });
  // Written at once: whoever reads meanwhile finds no names without the hand-made ones.
  if (!checks) {
    write(root, { ...cards.outputs, ...areas.outputs, ...outputs });
    const catalog = openCatalog(join(root, 'dist', 'cards'));
    const { version } = openInstallation();
    write(root, await helpFiles({ catalog, own: { handMade, families, ownBranches, headings }, version }));
  }
  if (argv.includes('--dist')) return 0;
  refuseSilent(cards.compiled, areas.serving);
  const pages = await pressPages(tree, cards.compiled, areas.serving);
  if (!checks) write(root, pages, HUMAN_FOLDERS);
  const changed = differing(root, pages, HUMAN_FOLDERS);
  for (const path of changed) console.error(`${path} is not what the press makes. Run: npm run press`);
  return changed.length === 0 ? 0 : 1;
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
