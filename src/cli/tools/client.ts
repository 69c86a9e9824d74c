/** Where the tool server of a context is, and a client of it. */
import { effectiveSettings } from '../../auth/settings.ts';
import { normalBaseUrl } from '../../auth/base-url.ts';
import { failure } from '../../kernel/failure.ts';
import { isLoopback } from '../../kernel/loopback.ts';
import type { ToolClient, ToolClientOptions } from '../../mcp/client.ts';
import type { Context } from '../command.ts';

export type OpenToolClient = (options: ToolClientOptions) => Promise<ToolClient>;

const TIMEOUT_MS = 60_000;

/** Opens a client, hands it over, and closes it. @param open handed in, since this room does not import mcp/ */
export async function withToolClient<T>(
  context: Context,
  open: OpenToolClient,
  use: (client: ToolClient) => Promise<T>,
): Promise<T> {
  const url = toolAddress(context);
  const { key, remedy } = await context.target();
  const { world, signal, flags } = context;
  const { timeoutMs = TIMEOUT_MS } = flags;
  const client = await open({ world, url, key, signal, timeoutMs, ...(remedy !== undefined && { remedy }) });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/**
 * The URL of the tool server that goes with the base URL: a key goes to no server that was set for another one.
 * @throws Failure `usage`
 */
export function toolAddress({ world, flags }: Context): string {
  const { baseUrl, mcpUrl, context } = effectiveSettings(world, { context: flags.context });
  const isOther =
    baseUrl !== undefined && baseUrl.source !== mcpUrl?.source && mcpUrl?.source === `context ${context?.value}`;
  if (mcpUrl === undefined || isOther)
    throw failure('usage', {
      message: `No URL of an MCP server is set${isOther ? ` for ${baseUrl.value}` : ''}.`,
      param: 'mcpUrl',
      hint: 'Set it with `svc config set mcpUrl URL` or SVC_MCP_URL; `svc local start` sets that of the local service. `svc mcp` needs none.',
    });
  const url = normalBaseUrl(mcpUrl.value, mcpUrl.source);
  const isLocal = baseUrl !== undefined && isLoopback(new URL(baseUrl.value).hostname);
  if (isLocal && !isLoopback(new URL(url).hostname))
    throw failure('usage', {
      message: `The key of ${baseUrl.value} is not sent to ${new URL(url).hostname}.`,
      param: mcpUrl.source,
    });
  return url;
}
