/** The graph of a workflow: where a run begins, which way leads on, and what is wrong with it. Next stop: judge.ts and steps.ts. */
import { casesIn } from './conditions.ts';
import { branchesIn, CHOICES, configOf, ELSE, SPLITS, TOOLS } from './config.ts';
import type { Edge, Graph, Node } from './record.ts';

export const nodeIn = ({ nodes }: Pick<Graph, 'nodes'>, id: unknown): Node | undefined =>
  nodes.find((one) => one.id === id);

/** The step that is named as the first one, else the first trigger. */
export const entryOf = (graph: Graph): Node | undefined =>
  typeof graph.entryNodeId === 'string'
    ? nodeIn(graph, graph.entryNodeId)
    : graph.nodes.find(({ type }) => type === 'trigger');

/** Words for the outcomes of steps, and those that mean the same. */
const SAME: Readonly<Record<string, string>> = {
  yes: 'true',
  match: 'true',
  matched: 'true',
  no: 'false',
  else: 'false',
  otherwise: 'false',
  replied: 'reply',
  received: 'reply',
  on_reply: 'reply',
  timed_out: 'timeout',
  timedout: 'timeout',
  on_timeout: 'timeout',
  no_reply: 'timeout',
  failure: 'error',
  failed: 'error',
  ok: 'success',
};

/** Handles that editors give to the only way out of a step. */
const PLAIN: readonly string[] = ['', 'default', 'out', 'output', 'next', 'source'];

/** The outcome that a way is for; undefined for a way that is for any. */
export function outcomeOf(handle: string | null | undefined): string | undefined {
  const word = handle?.toLowerCase().replace(/-/g, '_') ?? '';
  return PLAIN.includes(word) ? undefined : (SAME[word] ?? word);
}

const TOOL = 'tool:';

/** The outcome of an `ai` step that chooses a tool. */
export const toolOutcome = (name: string): string => `${TOOL}${name}`;

/** Outcomes of steps without a way of their own for which the run does not simply go on. */
const OWN_WAY: readonly string[] = ['timeout', 'error', 'permission_required'];

/** Outcomes of which a step that has nothing else to say has one. */
const GOES_ON: readonly (string | undefined)[] = [undefined, 'success'];

/** The way that a step's outcome takes: its own, else the one for any. */
export function wayFrom({ edges }: Pick<Graph, 'edges'>, nodeId: string, outcome?: string): Edge | undefined {
  const ways = edges.filter(({ source }) => source === nodeId);
  const meant = outcome === ELSE ? outcomeOf('else') : outcomeOf(outcome);
  const own = ways.find((one) => meant !== undefined && outcomeOf(one.sourceHandle) === meant);
  if (own !== undefined || (meant !== undefined && OWN_WAY.includes(meant))) return own;
  return (
    ways.find((one) => outcomeOf(one.sourceHandle) === undefined) ??
    (GOES_ON.includes(meant) ? soleWay(ways) : undefined)
  );
}

/** A step with one outcome takes its only way, whatever it is called; ways for failures and time-outs do not count. */
function soleWay(ways: readonly Edge[]): Edge | undefined {
  const others = ways.filter(({ sourceHandle }) => {
    const outcome = outcomeOf(sourceHandle) ?? '';
    return !OWN_WAY.includes(outcome) && !outcome.startsWith(TOOL);
  });
  return others.length === 1 ? others[0] : undefined;
}

const handlesIn = (node: Node, names: readonly string[]): string[] =>
  branchesIn(configOf(node), names).map(({ handle }) => handle);

/** Outcomes of the steps that can have several. */
const OUTCOMES: Readonly<Partial<Record<Node['type'], (node: Node) => readonly string[] | undefined>>> = {
  condition: (node) => [...casesIn(configOf(node)).map(({ handle }) => handle), 'true', 'false'],
  a_b_split: (node) => [...handlesIn(node, SPLITS), 'a', 'b'],
  ai(node) {
    const choices = [...handlesIn(node, CHOICES), ...handlesIn(node, TOOLS).map(toolOutcome)];
    return choices.length === 0 ? undefined : [...choices, 'other', 'success', 'error'];
  },
  wait_for_reply: () => ['reply', 'timeout'],
  webhook: () => ['success', 'error'],
};

/** The outcomes that a step can have; undefined where it has just one, whose way may have any name. */
export const outcomesOf = (node: Node): readonly string[] | undefined => OUTCOMES[node.type]?.(node);

/** Ids of the steps that some run can come to. */
export function reachedIn(graph: Graph): ReadonlySet<string> {
  const entry = entryOf(graph);
  const triggers = graph.nodes.filter(({ type }) => type === 'trigger').map(({ id }) => id);
  const reached = new Set([...(entry === undefined ? [] : [entry.id]), ...triggers]);
  for (const id of reached) for (const { source, target } of graph.edges) if (source === id) reached.add(target);
  return reached;
}
