/** Calls with node:http, which show what fetch hides: raw headers, pieces as they come, and connections that break. */
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  readonly agent?: Agent;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly text: string;
}

/** One call to its end. @throws when the connection breaks before */
export async function call(url: string, sent: Sent = {}): Promise<Received> {
  const { answer } = begin(url, sent);
  const incoming = await answer;
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const { statusCode = 0, headers, rawHeaders } = incoming;
  return { status: statusCode, headers, rawHeaders, text: Buffer.concat(parts).toString() };
}

export const bodyOf = async (received: Promise<Received>) =>
  JSON.parse((await received).text) as {
    by: number;
    from: number;
    epoch: number;
    size: number;
    method: string;
    url: string;
  } & {
    headers: Record<string, string>;
    rawHeaders: string[];
  };

/** A call of which the test holds both ends. The body is sent at once where there is one; otherwise by the test. */
export function begin(
  url: string,
  { method = 'GET', headers = {}, body, agent }: Sent = {},
  isOpen = false,
): { outgoing: ClientRequest; answer: Promise<IncomingMessage> } {
  const outgoing = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
  });
  answer.catch(() => undefined);
  if (!isOpen) outgoing.end(body);
  return { outgoing, answer };
}

export function keepAlive(): Agent {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return agent;
}
