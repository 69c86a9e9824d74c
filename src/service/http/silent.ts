/** Connections on which nothing was ever asked, as browsers open them in advance: nothing of theirs is awaited when the service stops. Used by server.ts. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** @returns ends those that are open now */
export function watchSilent(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}
