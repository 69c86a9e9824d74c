/** Bodies about the size of the limit, over a socket: one of 10 MB is taken, one more byte is 413, and others are answered while they arrive. */
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { API_ERRORS } from '../../../src/kernel/errors.ts';
import { BOUNDS } from '../../../src/service/exchange/bounds.ts';
import { startService } from '../../support/service.ts';

/** A body of that many bytes whose second half waits. */
async function halfSent(bytes: number) {
  const { service } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const body = JSON.stringify({ name: 'large', description: '' }).replace('""', `"${'x'.repeat(bytes - 33)}"`);
  expect(body).toHaveLength(bytes);
  const sending = request(`${url}/v1/profiles`, {
    method: 'POST',
    // In chunks: its length is not known beforehand.
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
  });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response: IncomingMessage) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(pieces).toString()) as unknown });
      });
    });
  });
  sending.write(body.slice(0, bytes / 2));
  return { url, answer, finish: () => sending.end(body.slice(bytes / 2)) };
}

test('a JSON body of 10 MB is taken, and health answers while it arrives', async () => {
  const { url, answer, finish } = await halfSent(BOUNDS.bytes.json);
  expect((await fetch(`${url}/_local/health`)).status).toBe(200);
  finish();
  expect((await answer).status).toBe(201);
});

test('a larger one is 413 with the code and its sentence, and the service goes on', async () => {
  const { url, answer, finish } = await halfSent(BOUNDS.bytes.json + 2);
  expect((await fetch(`${url}/_local/health`)).status).toBe(200);
  finish();
  const { type, sentence } = API_ERRORS.payload_too_large;
  expect(await answer).toMatchObject({ status: 413, body: { error: sentence, type, code: 'payload_too_large' } });
  expect((await fetch(`${url}/_local/health`)).status).toBe(200);
});
