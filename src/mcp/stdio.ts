/** The tool server over standard input and output, for clients that start it as a program. Ends with its input. */
import { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Catalog } from '../catalog/catalog.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import type { Corridor } from '../kernel/tools.ts';
import { guardedCorridor, isReadOnly, type Access, type AskPerson } from './access.ts';
import { openProtocol } from './protocol.ts';
import { openToolbox } from './toolbox.ts';

export interface StdioOptions {
  readonly catalog: Catalog;
  /** Of the package. */
  readonly version: string;
  readonly corridor: Corridor;
  readonly access: Access;
  readonly input: AsyncIterable<Uint8Array>;
  /** Takes one message, with its line end. */
  readonly write: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Serves until the input ends and every call that came with it is answered, or until the signal. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { catalog, version, access, corridor, signal } = options;
  const toolbox = openToolbox(catalog, access);
  const gone = new AbortController();
  const server = openProtocol({ toolbox, version, limits: limitsOf(access) }, (one) =>
    guardedCorridor(corridor, access, askThrough(one, gone.signal)),
  );
  const input = Readable.from(options.input, { objectMode: false });
  const ended = awaitEnd(input, signal);
  const transport = new StdioServerTransport(input, outputTo(options.write));
  const calls = countCalls(transport);
  await server.connect(transport);
  try {
    await ended;
    gone.abort(new Error('The client disconnected.'));
    await calls.settle();
  } finally {
    await server.close();
  }
}

const awaitEnd = (input: Readable, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    input.once('end', resolve).once('error', reject);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const outputTo = (write: (line: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write(line: string, _, done) {
      write(line);
      done();
    },
  });

/** Requests that were not answered yet. A cancelled one never is. */
function countCalls(transport: Transport): { settle(): Promise<void> } {
  const open = new Set<unknown>();
  let settled: () => void = () => undefined;
  const close = (id: unknown): void => {
    if (open.delete(id) && open.size === 0) settled();
  };
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id);
    if ('method' in message && message.method === 'notifications/cancelled') close(message.params?.['requestId']);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, more) => {
    await send(message, more);
    if (!('method' in message) && 'id' in message) close(message.id);
  };
  return {
    settle: async () => {
      if (open.size > 0) await new Promise<void>((resolve) => (settled = resolve));
    },
  };
}

/** People need longer than programs. */
const PATIENCE_MS = 10 * MINUTE_MS;

function askThrough(server: Server, signal: AbortSignal): AskPerson {
  return async (message) => {
    if (server.getClientCapabilities()?.elicitation === undefined) return undefined;
    const requestedSchema = { type: 'object' as const, properties: {} };
    try {
      const { action } = await server.elicitInput({ message, requestedSchema }, { timeout: PATIENCE_MS, signal });
      return action === 'accept';
    } catch {
      return false;
    }
  };
}

function limitsOf(access: Access): string {
  const { allowWrite, draftOnly, confirmSpend } = access;
  if (isReadOnly(access)) return 'This server is read-only.';
  const drafts = draftOnly ? 'posts can only be saved as drafts' : undefined;
  const areas = allowWrite.length === 0 ? undefined : `it may change: ${allowWrite.join(', ')}`;
  const spending = confirmSpend ? 'a person confirms spending' : 'it cannot spend money';
  return `Of this server: ${[drafts, areas, spending].filter((one) => one !== undefined).join('; ')}.`;
}
