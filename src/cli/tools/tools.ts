/** What `svc tools` does with a client: lists, finds, describes and calls tools. */
import { failure } from '../../kernel/failure.ts';
import type { Fields } from '../../kernel/json.ts';
import { suggestion } from '../../schema/suggest.ts';
import type { ToolClient } from '../../mcp/client.ts';
import type { Context, Outcome } from '../command.ts';
import { quoted } from '../quoted.ts';

type Listed = Awaited<ReturnType<ToolClient['list']>>[number];

export async function toolList(client: ToolClient): Promise<Outcome> {
  const tools = (await client.list()).map(({ name, description = '', annotations, _meta }) => ({
    name,
    description,
    readOnly: annotations?.readOnlyHint === true,
    destructive: isDestructive(annotations),
    ...(typeof _meta?.['core'] === 'boolean' && { core: _meta['core'] }),
  }));
  return { result: { tools }, list: 'tools', columns: ['name', 'readOnly', 'destructive', 'description'] };
}

/** As the protocol has it: without a word to the contrary, a tool that changes something may destroy. */
const isDestructive = (hints: Listed['annotations']): boolean =>
  hints?.readOnlyHint !== true && hints?.destructiveHint !== false;

/** By the server's own search, which also finds tools that are not listed. */
export async function toolSearch(client: ToolClient, words: string, limit: number): Promise<Outcome> {
  const text = await textFrom(client, 'search_tools', { query: words, limit });
  return { result: { query: words, text }, text };
}

const SCHEMA = /^Arguments, as JSON Schema: (\{.*\})$/m;

/** The server's search gives the whole schema of a tool that is named exactly; its list may shorten it. */
export async function toolDescription(client: ToolClient, name: string): Promise<Outcome> {
  const tools = await client.list();
  const listed = tools.find((tool) => tool.name === name);
  const canSearch = tools.some((tool) => tool.name === 'search_tools');
  const text = canSearch ? await textFrom(client, 'search_tools', { query: name }) : '';
  const [, schema] = text.startsWith(`${name}(`) ? (SCHEMA.exec(text) ?? []) : [];
  if (listed === undefined && schema === undefined) throw unknown(name, tools);
  const description = listed?.description ?? /^[^\n]*?\): ([^\n]*)/.exec(text)?.[1];
  const inputSchema = schema === undefined ? listed?.inputSchema : (JSON.parse(schema) as unknown);
  const result = { name, description, ...(listed && { annotations: listed.annotations }), inputSchema };
  return { result, text: `${name}\n${description ?? ''}\n\n${JSON.stringify(inputSchema, null, 2)}` };
}

export interface ToolOrder {
  readonly name: string;
  readonly given: Fields;
}

/** A tool that is not listed goes through call_tool. What is not known to be harmless is asked about. */
export async function toolCall(client: ToolClient, { name, given }: ToolOrder, context: Context): Promise<Outcome> {
  const tools = await client.list();
  const listed = tools.find((tool) => tool.name === name);
  if (listed === undefined && !tools.some((tool) => tool.name === 'call_tool')) throw unknown(name, tools);
  if (isDestructive(listed?.annotations))
    await context.confirm(`Run ${name}? It may change or delete data.`, [JSON.stringify(given).slice(0, 200)]);
  const { content, isError = false } = await (listed === undefined
    ? client.call('call_tool', { name, arguments: given })
    : client.call(name, given));
  const text = textIn(content);
  return {
    result: { tool: name, isError, content },
    text,
    ...(isError && { failure: failure('unsuccessful', { message: firstLine(text) }) }),
  };
}

/** What a call would send, without a list to say whether the tool is there. */
export function callPreview(url: string, { name, given }: ToolOrder): Outcome {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const accept = 'application/json, text/event-stream';
  const headers = { authorization: 'Bearer $SVC_API_KEY', 'content-type': 'application/json', accept };
  const curl =
    `curl -X POST ${quoted(url)} -H "authorization: Bearer $SVC_API_KEY" -H 'content-type: application/json' ` +
    `-H ${quoted(`accept: ${accept}`)} --data-raw ${quoted(JSON.stringify(body))}`;
  return { result: { dryRun: true, method: 'POST', url, headers, body, curl }, text: curl };
}

type Content = Awaited<ReturnType<ToolClient['call']>>['content'];

const textIn = (content: Content): string =>
  content.map((one) => (one.type === 'text' ? one.text : `[${one.type}]`)).join('\n');

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

async function textFrom(client: ToolClient, name: string, given: Fields): Promise<string> {
  const { content, isError } = await client.call(name, given);
  const text = textIn(content);
  if (isError === true) throw failure('unsuccessful', { message: firstLine(text) });
  return text;
}

function unknown(name: string, tools: readonly Listed[]) {
  const near = suggestion(
    name,
    tools.map((tool) => tool.name),
  );
  return failure('usage', {
    message: `The server has no tool ${JSON.stringify(name)}.`,
    param: '<name>',
    hint: near === undefined ? '`svc tools search WORDS` finds tools.' : `Did you mean ${near}?`,
  });
}
