/** The tool server over Streamable HTTP. Loaded when somebody first asks; toolbox.ts has the tools. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Catalog } from '../catalog/catalog.ts';
import type { ToolServer } from '../kernel/tools.ts';
import { openProtocol } from './protocol.ts';
import { openToolbox } from './toolbox.ts';

export interface ToolServerOptions {
  readonly catalog: Catalog;
  /** Of the package. */
  readonly version: string;
}

export function openToolServer({ catalog, version }: ToolServerOptions): ToolServer {
  const toolbox = openToolbox(catalog);
  return {
    async answer(request, corridor) {
      const server = openProtocol({ toolbox, version }, () => corridor);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport);
      return transport.handleRequest(request);
    },
  };
}
