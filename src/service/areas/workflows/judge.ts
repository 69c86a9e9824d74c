/** What is wrong with the graph of a workflow: with its form whenever it is saved, and with its steps before it runs. Asked by operations.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { View } from '../../change.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import {
  configOf,
  FIELD,
  hasMessage,
  restUntil,
  SEQUENCE,
  settingOf,
  TAG,
  URL_NAMES,
  VARIABLE,
  wordsIn,
} from './config.ts';
import { isTestable } from './conditions.ts';
import { entryOf, nodeIn, outcomeOf, outcomesOf, reachedIn } from './graph.ts';
import { triggerKind } from './triggers.ts';
import type { Graph, Node, WorkflowRecord } from './record.ts';

/** A place in the body, dotted, and what is wrong there. */
interface Wrong {
  readonly param: string;
  readonly message: string;
}

const wrong = (param: string, message: string): Wrong => ({ param, message });

const refusalOf = (found: Wrong | undefined): Reply | undefined =>
  found && refuse('invalid_field_value', { param: found.param, message: found.message });

/** The refusal of a graph that no run could follow, or that names what does not exist. */
export async function graphRefusal({ doc, teamId }: WorkflowRecord, view: View): Promise<Reply | undefined> {
  return refusalOf(formProblem(doc) ?? (await referenceProblem(doc, teamId, view)));
}

function formProblem(graph: Graph): Wrong | undefined {
  const { nodes, edges } = graph;
  const twice = nodes.findIndex(({ id }, at) => nodes.findIndex((one) => one.id === id) < at);
  if (twice >= 0) return wrong(`nodes.${String(twice)}.id`, 'Another step has the same id.');
  const way = edges.map((_edge, at) => edgeProblem(graph, at)).find((one) => one !== undefined);
  if (way !== undefined) return way;
  if (typeof graph.entryNodeId === 'string' && entryOf(graph) === undefined)
    return wrong('entryNodeId', 'No step has this id.');
  // What has no beginning yet is not judged by what can be reached from there.
  if (entryOf(graph) === undefined) return undefined;
  const reached = reachedIn(graph);
  const lost = nodes.findIndex(({ id }) => !reached.has(id));
  return lost < 0 ? undefined : wrong(`nodes.${String(lost)}`, 'No connection leads to this step.');
}

function edgeProblem(graph: Graph, at: number): Wrong | undefined {
  const edge = graph.edges[at];
  if (edge === undefined) return undefined;
  const place = (name: string): string => `edges.${String(at)}.${name}`;
  const source = nodeIn(graph, edge.source);
  if (source === undefined) return wrong(place('source'), 'No step has this id.');
  if (nodeIn(graph, edge.target) === undefined) return wrong(place('target'), 'No step has this id.');
  const outcome = outcomeOf(edge.sourceHandle);
  const possible = outcomesOf(source)?.map((one) => outcomeOf(one));
  if (outcome !== undefined && possible !== undefined && !possible.includes(outcome))
    return wrong(place('sourceHandle'), `The step ${source.id} has no such outcome.`);
  const earlier = graph.edges
    .slice(0, at)
    .some((one) => one.source === edge.source && outcomeOf(one.sourceHandle) === outcome);
  return earlier ? wrong(place('sourceHandle'), 'This outcome already leads to another step.') : undefined;
}

async function referenceProblem({ nodes }: Graph, teamId: string, view: View): Promise<Wrong | undefined> {
  for (const [at, node] of nodes.entries()) {
    const config = configOf(node);
    if (node.type === 'enroll_sequence') {
      const id = textOf(settingOf(config, SEQUENCE));
      const found = id === undefined ? undefined : await view.get('sequence', id);
      if (id !== undefined && found?.teamId !== teamId)
        return wrong(`nodes.${String(at)}.config.${nameIn(config, SEQUENCE)}`, 'There is no such sequence.');
    }
    if (node.type === 'set_field') {
      const slug = textOf(settingOf(config, FIELD));
      const fields = await view.list('contact_field', { teamId });
      if (slug !== undefined && !fields.some(({ doc }) => doc['slug'] === slug))
        return wrong(`nodes.${String(at)}.config.${nameIn(config, FIELD)}`, 'There is no such contact field.');
    }
  }
  return undefined;
}

/** The spelling that the caller uses, or the usual one. */
const nameIn = (config: object, names: readonly string[]): string =>
  names.find((name) => Object.hasOwn(config, name)) ?? names[0] ?? '';

/** The refusal of a workflow that lacks what its runs need. */
export function stepsRefusal(graph: Graph): Reply | undefined {
  const entry = entryOf(graph);
  if (entry === undefined)
    return refuse('missing_required_field', { param: 'nodes', message: 'The workflow has no trigger.' });
  for (const [at, node] of graph.nodes.entries()) {
    const lacks = lackOf(node);
    if (lacks !== undefined)
      return refuse('invalid_field_value', {
        param: `nodes.${String(at)}.config.${lacks}`,
        message: `The step ${node.id} requires this setting.`,
      });
  }
  return undefined;
}

type Lacking = (config: Fields) => boolean;

const lacks =
  (names: readonly string[]): Lacking =>
  (config) =>
    wordsIn(settingOf(config, names)).length === 0;

/** What each step cannot do without: the setting, and whether it is missing. */
const NEEDS: Readonly<Partial<Record<Node['type'], readonly [setting: string, isLacking: Lacking]>>> = {
  trigger: ['type', (config) => triggerKind(config) === undefined],
  send_message: ['text', (config) => !hasMessage(config)],
  delay: ['minutes', (config) => restUntil(config, 0) === undefined],
  webhook: ['url', (config) => !isHttp(textOf(settingOf(config, URL_NAMES)))],
  add_tag: ['tag', lacks(TAG)],
  remove_tag: ['tag', lacks(TAG)],
  set_field: ['field', lacks(FIELD)],
  set_variable: ['name', (config) => settingOf(config, [...VARIABLE, 'variables']) === undefined],
  enroll_sequence: ['sequenceId', lacks(SEQUENCE)],
  condition: ['operator', (config) => !isTestable(config)],
};

/** The setting that a step lacks. */
function lackOf(node: Node): string | undefined {
  const [setting, isLacking] = NEEDS[node.type] ?? [];
  return isLacking?.(configOf(node)) === true ? setting : undefined;
}

const isHttp = (url: string | undefined): boolean =>
  url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url);
