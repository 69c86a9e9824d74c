/**
 * The official conformance suite of the protocol against both forms of the tool server. The suite sends no key and speaks
 * HTTP: a door in front adds the key for `/mcp`, and a bridge passes its messages to `svc mcp`. It needs Node 22 or later, which the build fetches.
 */
import { execa } from 'execa';
import { createServer, request as httpRequest, type IncomingMessage, type RequestListener } from 'node:http';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runtimes } from '../../src/build/runtimes.ts';
import { BINARY, ROOT } from '../support/process.ts';
import { startService, type ServiceUnderTest } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

const SUITE = join(ROOT, 'node_modules', '@modelcontextprotocol', 'conformance', 'dist', 'index.js');

const newer = (await runtimes()).find(({ major }) => Number(major) >= 22)?.node ?? process.execPath;

/**
 * The scenarios about what this server offers: tools over a transport without sessions. Every other one calls tools of the
 * suite's own (`test_simple_text` and others), or is about logging, completion, resources, prompts and streams, which the
 * server does not announce.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list'];

/** About the addresses of a server on this machine, so of HTTP alone. */
const OF_HTTP = ['dns-rebinding-protection'];

async function open(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Passes everything on as it came, `Host` and `Origin` included, with a key. */
const keyedDoor = (target: URL, key: string): Promise<string> =>
  open((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    const { hostname, port } = target;
    const onward = httpRequest({ hostname, port, path: asked.url, method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    asked.pipe(onward);
  });

async function listening(): Promise<{ service: ServiceUnderTest; url: string; mcpUrl: string }> {
  const service = await startService();
  return { service, ...(await service.service.listen({ host: '127.0.0.1', port: 0 })) };
}

async function throughDoor(): Promise<string> {
  const { service, mcpUrl } = await listening();
  return keyedDoor(new URL(mcpUrl), service.service.apiKey);
}

async function textOf(asked: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of asked) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** A process of `svc mcp`, asked over HTTP: one message in, its reply out. */
async function throughBridge(): Promise<string> {
  const { service, url } = await listening();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, 'mcp'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: await temporaryFolder(),
      SVC_BASE_URL: url,
      SVC_API_KEY: service.service.apiKey,
    },
  });
  const waiting = new Map<unknown, (message: JSONRPCMessage) => void>();
  transport.onmessage = (message) => ('id' in message ? waiting.get(message.id)?.(message) : undefined);
  await transport.start();
  onTestFinished(() => transport.close());
  return open((asked, answer) => {
    void (async () => {
      if (asked.method !== 'POST') return answer.writeHead(405).end();
      const message = JSON.parse(await textOf(asked)) as JSONRPCMessage;
      if (!('id' in message)) {
        await transport.send(message);
        return answer.writeHead(202).end();
      }
      const reply = new Promise<JSONRPCMessage>((resolve) => waiting.set(message.id, resolve));
      await transport.send(message);
      answer.writeHead(200, { 'content-type': 'application/json' });
      return answer.end(JSON.stringify(await reply));
    })();
  });
}

async function report(url: string, scenario: string): Promise<string> {
  const folder = await temporaryFolder();
  const args = [SUITE, 'server', '--url', url, '--scenario', scenario, '-o', folder];
  const { all } = await execa(newer, args, { all: true, reject: false, cwd: folder });
  return all;
}

/** The suite's own server, asked by `svc tools`; the suite appends its address. */
async function reportOfClient(scenario: string, words: readonly string[]): Promise<string> {
  const folder = await temporaryFolder();
  const script = join(folder, 'client.mjs');
  const source = `
    import { spawnSync } from 'node:child_process';
    const url = process.argv.at(-1);
    const env = { PATH: process.env.PATH, HOME: ${JSON.stringify(folder)}, SVC_API_KEY: 'sk_x', SVC_BASE_URL: new URL(url).origin, SVC_MCP_URL: url };
    const args = ${JSON.stringify([BINARY, ...words])};
    process.exitCode = spawnSync(${JSON.stringify(process.execPath)}, args, { env, stdio: 'inherit' }).status;
  `;
  await writeFile(script, source);
  const args = [SUITE, 'client', '--command', `${process.execPath} ${script}`, '--scenario', scenario, '-o', folder];
  const { all } = await execa(newer, args, { all: true, reject: false, cwd: folder });
  return all;
}

describe('the conformance suite passes', () => {
  test.each([
    ['initialize', ['tools', 'list']],
    ['tools_call', ['tools', 'call', 'add_numbers', '-F', 'a=5', '-F', 'b=3', '--yes']],
  ] as const)('with svc tools as the client: %s', async (scenario, words) => {
    expect(await reportOfClient(scenario, words)).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });

  test.each([...SCENARIOS, ...OF_HTTP])('MCP-01 over /mcp: %s', async (scenario) => {
    expect(await report(await throughDoor(), scenario)).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });

  test.each(SCENARIOS)('over svc mcp: %s', async (scenario) => {
    expect(await report(await throughBridge(), scenario)).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  });
});
