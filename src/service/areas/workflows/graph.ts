/** The graph of a workflow: where a run begins, which way leads on, and what is wrong with it. Next stop: judge.ts and steps.ts. */
import { branchesIn, CASES, CHOICES, configOf, SPLITS } from './config.ts';
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

/** Outcomes of steps without a way of their own for which the run does not simply go on. */
const OWN_WAY: readonly string[] = ['timeout', 'error'];

/** The way that a step's outcome takes: its own, else the one for any. */
export function wayFrom({ edges }: Pick<Graph, 'edges'>, nodeId: string, outcome?: string): Edge | undefined {
  const ways = edges.filter(({ source }) => source === nodeId);
  const meant = outcomeOf(outcome);
  const own = ways.find((one) => meant !== undefined && outcomeOf(one.sourceHandle) === meant);
  if (own !== undefined || (meant !== undefined && OWN_WAY.includes(meant))) return own;
  return (
    ways.find((one) => outcomeOf(one.sourceHandle) === undefined) ?? (meant === undefined ? soleWay(ways) : undefined)
  );
}

/** A step with one outcome takes its only way, whatever it is called; ways for failures and time-outs do not count. */
function soleWay(ways: readonly Edge[]): Edge | undefined {
  const others = ways.filter(({ sourceHandle }) => !OWN_WAY.includes(outcomeOf(sourceHandle) ?? ''));
  return others.length === 1 ? others[0] : undefined;
}

const handlesIn = (node: Node, names: readonly string[]): string[] =>
  branchesIn(configOf(node), names).map(({ handle }) => handle);

/** Outcomes of the steps that can have several. */
const OUTCOMES: Readonly<Partial<Record<Node['type'], (node: Node) => readonly string[] | undefined>>> = {
  condition: (node) => [...handlesIn(node, CASES), 'true', 'false'],
  a_b_split: (node) => [...handlesIn(node, SPLITS), 'a', 'b'],
  ai(node) {
    const choices = handlesIn(node, CHOICES);
    return choices.length === 0 ? undefined : [...choices, 'other', 'error'];
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
