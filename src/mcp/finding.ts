/** The two tools about tools: search_tools finds those that are not listed, call_tool runs any. Source: MCP-12, MCP-13 */
import type { Tool } from './tool.ts';
import { failed, type Arguments, type ToolReply } from './tool.ts';

/** Looks up tools. */
export interface Finder {
  tool(name: string): Tool | undefined;
  /** The closest existing name to an unknown one. */
  meant(name: string): string | undefined;
  search(text: string): readonly Tool[];
}

const MOST = 50;

export const searchTools = (finder: Finder): Tool => ({
  name: 'search_tools',
  description:
    'Find tools that are not listed: there is one for every operation of the API. Words such as "webhook" ' +
    'return tool names; the name of a tool returns its arguments. Run them with call_tool.',
  uses: [],
  inputSchema: () => ({
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: 'Words, the name of a tool, or an operation.' },
      limit: { type: 'integer', minimum: 1, maximum: MOST, default: 20, description: 'Maximum number of tools.' },
    },
    required: ['query'],
    additionalProperties: false,
  }),
  run: async (given) => searchReply(given, finder),
});

function searchReply({ query, limit = 20 }: Arguments, finder: Finder): ToolReply {
  if (typeof query !== 'string' || query.trim() === '') return failed('query takes words to search for.');
  if (typeof limit !== 'number' || !(limit >= 1)) return failed('limit is a number from 1.');
  const exact = finder.tool(query.trim());
  if (exact !== undefined)
    return { text: `${lineOf(exact)}\nArguments, as JSON Schema: ${JSON.stringify(exact.inputSchema())}` };
  const tools = finder.search(query);
  if (tools.length === 0) return { text: `No tool matches ${JSON.stringify(query)}. Try other words.` };
  const shown = tools.slice(0, Math.min(limit, MOST));
  const more =
    shown.length < tools.length ? [`… and ${String(tools.length - shown.length)} more; use narrower words.`] : [];
  return { text: [...shown.map(lineOf), ...more].join('\n') };
}

function lineOf(tool: Tool): string {
  const { properties = {}, required = [] } = tool.inputSchema();
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `[${name}]`));
  return `${tool.name}(${names.join(', ')}): ${tool.description}`;
}

/** @param isReadOnly where nothing may be changed */
export const callTool = (finder: Finder, isReadOnly: boolean): Tool => ({
  name: 'call_tool',
  description: 'Run any tool by its name, listed or not.',
  uses: [],
  hints: { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, idempotentHint: isReadOnly },
  inputSchema: () => ({
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the tool, from search_tools.' },
      arguments: { type: 'object', description: 'Its arguments.', additionalProperties: true },
    },
    required: ['name'],
    additionalProperties: false,
  }),
  async run({ name, arguments: given = {} }, corridor) {
    if (typeof name !== 'string') return failed('name takes the name of a tool.');
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return failed('arguments takes an object.');
    const tool = name === 'call_tool' ? undefined : finder.tool(name);
    return tool === undefined ? failed(unknownTool(name, finder)) : tool.run(given as Arguments, corridor);
  },
});

export function unknownTool(name: string, finder: Finder): string {
  const meant = finder.meant(name);
  const hint = meant === undefined ? 'search_tools finds them.' : `Did you mean ${meant}?`;
  return `There is no tool ${JSON.stringify(name.slice(0, 100))} to run. ${hint}`;
}
