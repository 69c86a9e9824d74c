import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

test('a connection that never asked anything does not hold up the end of the service', async () => {
  const { service, close } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  // The service has taken the connection once it answers a later one.
  await fetch(`${url}/_local/health`);
  const ended = once(socket, 'close');
  await close();
  expect(await ended).toBeDefined();
});
