/** The tool server of a test service, asked as a client without a library would: one POST per message. */
import type { Answer, Json, ServiceUnderTest } from './service.ts';

export const MCP_HEADERS = { accept: 'application/json, text/event-stream' };

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, Json>> };
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly _meta: { readonly core: boolean };
}

/** @param key null sends none */
export const rpc = (
  { api }: ServiceUnderTest,
  method: string,
  params: object = {},
  key?: string | null,
): Promise<Answer<{ jsonrpc: string; result: Json; error?: Json }>> =>
  api('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: MCP_HEADERS,
    ...(key === undefined ? {} : { key }),
  });

/** The reply of a tool. */
export async function tool(service: ServiceUnderTest, name: string, given: object = {}, key?: string) {
  const answer = await rpc(service, 'tools/call', { name, arguments: given }, key);
  if (answer.status !== 200) throw new Error(`The tool server answered ${String(answer.status)}.`);
  const { content, isError = false } = answer.body.result as unknown as ToolResult;
  return { text: content[0]?.text ?? '', isError };
}

export async function listedTools(service: ServiceUnderTest): Promise<readonly ListedTool[]> {
  const { body } = await rpc(service, 'tools/list');
  return body.result['tools'] as unknown as readonly ListedTool[];
}

/** The JSON between the two marks of a reply. */
export function dataIn(text: string): Json {
  const [, data] = /<<<data [^\n]*\n([^]*)\ndata [^\n]*>>>$/.exec(text) ?? [];
  if (data === undefined) throw new Error(`No data is fenced in ${text}`);
  return JSON.parse(data) as Json;
}
