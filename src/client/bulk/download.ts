/** Media of exported posts as files in a folder: each address fetched once, without our key, under a name of our own. */
import type { Fields } from '../../kernel/json.ts';
import { extname, join, relative } from 'node:path';
import { Failure } from '../../kernel/failure.ts';
import { TransportFault } from '../../kernel/transport.ts';
import { MINUTE_MS } from '../../kernel/time.ts';
import type { World } from '../../world/world.ts';
import { isAddress } from '../media.ts';

export interface Downloads {
  /** The item with the name of its file in place of its address; unchanged when it could not be fetched. */
  item(item: Fields): Promise<Fields>;
  readonly counts: { files: number; bytes: number; failed: number };
}

export interface DownloadDesk {
  readonly world: Pick<World, 'http' | 'files'>;
  readonly signal: AbortSignal;
  /** Absolute folder for the files. */
  readonly folder: string;
  /** Absolute folder of the export, against which an import reads the names. */
  readonly base: string;
  say(line: string): void;
}

const TIMEOUT_MS = 10 * MINUTE_MS;

export function openDownloads(desk: DownloadDesk): Downloads {
  const counts = { files: 0, bytes: 0, failed: 0 };
  const known = new Map<string, Promise<string | undefined>>();
  return {
    counts,
    async item(item) {
      const { url } = item;
      if (typeof url !== 'string' || !isAddress(url)) return item;
      const name = await (known.get(url) ??
        remember(known, url, () => fetchFile(url, known.size + 1, { desk, counts })));
      return name === undefined ? item : withFile(item, name);
    },
  };
}

function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const made = make();
  known.set(key, made);
  return made;
}

/** What is known of a file anew when it is uploaded again. */
const ABOUT_FILE = ['type', 'filename', 'size', 'mimeType', 'tiktokProcessed'];

const withFile = (item: Fields, url: string): Fields => ({
  ...Object.fromEntries(Object.entries(item).filter(([name]) => !ABOUT_FILE.includes(name))),
  url,
});

interface Fetching {
  readonly desk: DownloadDesk;
  readonly counts: Downloads['counts'];
}

async function fetchFile(url: string, number: number, { desk, counts }: Fetching): Promise<string | undefined> {
  const { world, signal, folder, base, say } = desk;
  try {
    const request = { method: 'GET', url, headers: { accept: '*/*' }, signal, timeoutMs: TIMEOUT_MS };
    const answer = await world.http.pool.send(request);
    if (answer.status !== 200) {
      answer.discard();
      throw new TransportFault('protocol', true, undefined, `it responds with ${answer.status}`);
    }
    const path = join(folder, fileName(url, number));
    await world.files.makeFolder(folder);
    await world.files.writePieces(path, countBytes(answer.body, counts), 0o644);
    counts.files += 1;
    return relative(base, path).replaceAll('\\', '/');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof TransportFault) && !(error instanceof Failure && error.exit === 'network')) throw error;
    counts.failed += 1;
    say(`${url} could not be fetched (${error.message}); the export has its URL.`);
    return undefined;
  }
}

async function* countBytes(body: AsyncIterable<Uint8Array>, counts: Downloads['counts']): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    counts.bytes += piece.byteLength;
    yield piece;
  }
}

/** Of the address only its ending is taken over, and of that only plain letters. */
function fileName(url: string, number: number): string {
  const ending = /^\.[a-z0-9]{1,5}$/i.exec(extname(new URL(url).pathname))?.[0].toLowerCase() ?? '';
  return `${String(number).padStart(5, '0')}${ending}`;
}
