/** An operation as a tool: its arguments are sorted into path, query and body, and the API itself judges them. */
import type { Card, CommandFile, OperationRow } from '../kernel/card.ts';
import type { Corridor, ToolCall } from '../kernel/tools.ts';
import { requestFor } from '../client/request.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { suggestion } from '../schema/suggest.ts';
import { fieldsOf, inputSchemaOf, WHOLE_BODY, wireArguments } from './input-schema.ts';
import { replyOf } from './reply.ts';
import { snakeWords } from './spelling.ts';
import { failed, type Arguments, type Tool, type ToolReply } from './tool.ts';

/** The card is read when the tool is first looked at or run. */
export function generatedTool(name: string, row: OperationRow, catalog: Catalog): Tool {
  const file = (): CommandFile => catalog.command(row.id);
  return {
    name,
    description: snakeWords([row.summary, row.description].filter((one) => one !== undefined).join(' ')),
    uses: [row.id],
    inputSchema: () => inputSchemaOf(file()),
    run: (given, corridor) => ran(file(), given, corridor),
  };
}

async function ran(file: CommandFile, given: Arguments, corridor: Corridor): Promise<ToolReply> {
  const problem = argumentProblem(file, given);
  if (problem !== undefined) return failed(problem);
  return replyOf(await corridor.send(await callFor(file, given, corridor.requestId())));
}

/** A sentence about a missing path argument or an unknown argument. */
function argumentProblem(file: CommandFile, given: Arguments): string | undefined {
  const { properties = {}, required = [] } = inputSchemaOf(file);
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) return `The argument ${missing} is missing. Nothing was sent.`;
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return undefined;
  const meant = suggestion(unknown, Object.keys(properties));
  const hint =
    meant === undefined ? `Available: ${Object.keys(properties).join(', ') || 'none'}.` : `Did you mean ${meant}?`;
  return `There is no argument ${JSON.stringify(unknown)}. ${hint} Nothing was sent.`;
}

async function callFor(file: CommandFile, shown: Arguments, requestId: string): Promise<ToolCall> {
  const { card, schemas } = file;
  const fields = fieldsOf(card, schemas);
  const given = wireArguments(file, shown);
  const body = fields === undefined ? given[WHOLE_BODY] : chosen(Object.keys(fields.properties ?? {}), given);
  const input = {
    path: textsIn(card, 'path', given),
    query: chosen(namesOf(card, 'query'), given),
    headers: textsIn(card, 'header', given),
    ...(card.body?.kind === 'json' && body !== undefined ? { body } : {}),
  };
  const { method, path, headers, body: sent } = requestFor(card, input, requestId);
  if (card.body?.kind === 'binary') return { card, method, path, headers, body: Buffer.from(String(body), 'base64') };
  if (card.body?.kind === 'multipart')
    return { card, method, path, ...(await packForm(card, headers, body as Arguments)) };
  return { card, method, path, headers, ...(sent.kind === 'json' ? { body: sent.text } : {}) };
}

/** Files are in base64, everything else is used as is. */
async function packForm({ body }: Card, headers: ToolCall['headers'], given: Arguments) {
  const form = new FormData();
  for (const [name, value] of Object.entries(given)) {
    const isFile = body?.schema.properties?.[name]?.format === 'binary';
    if (isFile) form.append(name, new Blob([Buffer.from(String(value), 'base64')]), name);
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const whole = new Response(form);
  const type = whole.headers.get('content-type') ?? '';
  return { headers: { ...headers, 'content-type': type }, body: new Uint8Array(await whole.arrayBuffer()) };
}

const namesOf = ({ params }: Card, place: 'path' | 'query' | 'header'): readonly string[] =>
  params.filter((param) => param.in === place).map(({ name }) => name);

const chosen = (names: readonly string[], given: Arguments): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));

const textsIn = (card: Card, place: 'path' | 'header', given: Arguments): Record<string, string> =>
  Object.fromEntries(Object.entries(chosen(namesOf(card, place), given)).map(([name, value]) => [name, String(value)]));
