/** The official client starts `svc mcp` as a program, as an AI client does. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { BINARY } from '../support/process.ts';
import { startService, type ServiceUnderTest } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

interface Connected {
  readonly client: Client;
  readonly service: ServiceUnderTest;
  /** Questions that the person was asked. */
  readonly questions: readonly string[];
}

/** @param answer of the person, where the client can ask */
async function connect(flags: readonly string[], answer?: 'accept' | 'decline'): Promise<Connected> {
  const service = await startService({ seedPack: 'demo' });
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const client = new Client(
    { name: 'journey', version: '1' },
    { capabilities: answer === undefined ? {} : { elicitation: {} } },
  );
  const questions: string[] = [];
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action: answer, ...(answer === 'accept' && { content: {} }) };
    });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'mcp', ...flags],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: await temporaryFolder(),
      SVC_BASE_URL: url,
      SVC_API_KEY: service.service.apiKey,
    },
    stderr: 'pipe',
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, service, questions };
}

test('ASM-52 the official client lists the tools and calls one; what may be changed decides which there are', async () => {
  const { client } = await connect(['--allow-write', 'all', '--confirm-spend']);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(50);
  const { content } = await client.callTool({ name: 'accounts_list', arguments: {} });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('"platform"') }]);
  const reading = await connect([]);
  for (const { name, annotations } of (await reading.client.listTools()).tools)
    expect(annotations?.readOnlyHint, name).toBe(true);
});

const number = async ({ service }: Connected): Promise<string> => {
  const { body } = await service.api('GET', '/v1/phone-numbers');
  const [first] = body['numbers'] as unknown as readonly { readonly phoneNumber: string }[];
  return first?.phoneNumber ?? '';
};

test.each([
  ['accept', /^Done, status 20/],
  ['decline', /^This was not confirmed\. Nothing was sent\.$/],
] as const)('the person is asked before money is spent: %s', async (answer, expected) => {
  const connected = await connect(['--allow-write', 'sms', '--confirm-spend'], answer);
  const given = { from: await number(connected), to: '+14155550123', text: 'Doors open at nine' };
  const { content } = await connected.client.callTool({ name: 'sms_send_sms', arguments: given });
  expect(connected.questions).toEqual(['Send this message? It cannot be unsent and may cost money.']);
  expect(content).toMatchObject([{ text: expect.stringMatching(expected) }]);
});
