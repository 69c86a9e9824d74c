/** A balancer as simple as they are: each connection goes to the next process that accepts one, and is cut when that process is gone. Used by history/team.ts. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** @param ports of processes on this machine @returns its address */
export async function startBalancer(ports: readonly number[]): Promise<string> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ noDelay: true }, (near) => {
    open.add(near);
    near.on('error', () => undefined).once('close', () => open.delete(near));
    turn += 1;
    pass(near, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function pass(near: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void near.destroy();
  const far = connect({ port, host: '127.0.0.1', noDelay: true });
  let isThere = false;
  far.once('connect', () => {
    isThere = true;
    near.pipe(far).pipe(near);
    near.once('close', () => void far.destroy());
  });
  far.on('error', () => undefined);
  far.once('close', () => {
    if (isThere) near.destroy();
    else pass(near, others);
  });
}
