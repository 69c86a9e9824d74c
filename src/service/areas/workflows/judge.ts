/** What is wrong with the graph of a workflow: with its form whenever it is saved, and with its steps before it runs. Asked by operations.ts. */
import { type Fields, fieldsIn, textOf } from '../../../kernel/json.ts';
import type { View } from '../../change.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import {
  ASSIGNMENTS,
  configOf,
  FIELD,
  hasMessage,
  hasRest,
  SEQUENCE,
  settingOf,
  TAG,
  URL_NAMES,
  VARIABLE,
  wordsIn,
} from './config.ts';
import { isTestable } from './conditions.ts';
import { entryOf, nodeIn, outcomeOf, outcomesOf, reachedIn } from './graph.ts';
import { hasPatterns, KEYWORDS, TRIGGER_TYPE, triggerKind } from './triggers.ts';
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
    const config = configOf(node);
    const need = (NEEDS[node.type] ?? []).find(({ isMet }) => !isMet(config));
    if (need !== undefined)
      return refuse('invalid_field_value', {
        param: `nodes.${String(at)}.config.${nameIn(config, need.names)}`,
        message: need.message ?? `The step ${node.id} requires this setting.`,
      });
  }
  return undefined;
}

type Meeting = (config: Fields) => boolean;

/** What a step cannot do without. */
interface Need {
  /** Spellings of the setting, the usual one first. */
  readonly names: readonly string[];
  readonly isMet: Meeting;
  /** What is wrong with a setting that is there. */
  readonly message?: string;
}

const has =
  (names: readonly string[]): Meeting =>
  (config) =>
    wordsIn(settingOf(config, names)).length > 0;

const needs = (names: readonly string[], isMet = has(names), message?: string): Need => ({
  names,
  isMet,
  ...(message !== undefined && { message }),
});

const NO_PATTERN = 'This is not a regular expression.';
const NO_TRIGGER = 'No trigger has this type.';

const NEEDS: Readonly<Partial<Record<Node['type'], readonly Need[]>>> = {
  trigger: [
    needs(TRIGGER_TYPE, (config) => triggerKind(config) !== undefined, NO_TRIGGER),
    needs(KEYWORDS, hasPatterns, NO_PATTERN),
  ],
  send_message: [needs(['text'], hasMessage)],
  delay: [needs(['minutes'], hasRest)],
  webhook: [needs(['url'], (config) => isHttp(textOf(settingOf(config, URL_NAMES))))],
  add_tag: [needs(TAG)],
  remove_tag: [needs(TAG)],
  set_field: [needs(FIELD)],
  set_variable: [needs(['name'], hasVariable)],
  enroll_sequence: [needs(SEQUENCE)],
  condition: [needs(['operator'], isTestable)],
};

/** Whether each variable that is to be set has a name. */
function hasVariable(config: Fields): boolean {
  const assignments = fieldsIn(settingOf(config, ASSIGNMENTS));
  const isNamed = (one: Fields): boolean => settingOf(one, VARIABLE) !== undefined;
  return assignments.length > 0
    ? assignments.every(isNamed)
    : isNamed(config) || settingOf(config, ['variables']) !== undefined;
}

const isHttp = (url: string | undefined): boolean =>
  url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url);
