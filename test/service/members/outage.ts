/** Something between processes and their database that can fail: connections that break, or that hang as behind a dead link. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { onTestFinished, type TestContext } from 'vitest';

export interface Link {
  /** Of the database, through here. */
  readonly url: string;
  /** Nothing passes any more, and nobody is told. */
  freeze(): void;
  /** What was frozen breaks; new connections pass. */
  mend(): void;
}

/** @param atEnd of the context of a test that runs beside others */
export async function linkTo(database: string, atEnd: TestContext['onTestFinished'] = onTestFinished): Promise<Link> {
  const { hostname, port } = new URL(database);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    if (isFrozen) return;
    near.pipe(far).pipe(near);
    near.once('close', () => void (isFrozen || far.destroy()));
    far.once('close', () => void (isFrozen || near.destroy()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  atEnd(() => {
    cut();
    server.close();
  });
  const through = new URL(database);
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isFrozen = false;
      cut();
    },
  };
}
