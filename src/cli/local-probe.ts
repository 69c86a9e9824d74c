/** How the local service looks at media that lie elsewhere. Handed to it by commands/local/start.ts. */
import type { Context } from './command.ts';

/** Size and type of what lies at a public address, by asking for its head. */
export async function probeMedia({ http }: Context['world'], url: string) {
  try {
    const answer = await http.pool.send({ method: 'HEAD', url, headers: {}, timeoutMs: 5_000 });
    answer.discard();
    if (answer.status >= 400) return undefined;
    const size = answer.headers['content-length'];
    return { contentType: answer.headers['content-type'] ?? null, sizeBytes: size === undefined ? null : Number(size) };
  } catch {
    return undefined;
  }
}
