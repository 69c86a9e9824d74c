/** Opens the body of a request: text as it is, files as streams with a known length, several parts as multipart. */
import { failure } from '../kernel/failure.ts';
import type { Files, OpenFile } from '../world/files.ts';
import type { HttpRequest, UploadBody } from '../world/http-call.ts';
import type { Source } from '../world/io.ts';
import type { Field, RequestBody } from './request.ts';

export interface OpenBody {
  readonly body?: NonNullable<HttpRequest['body']>;
  /** Headers that only the opened body knows. */
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface BodyDoors {
  readonly files: Files;
  readonly stdin: Source;
}

/**
 * @param boundary text that separates multipart parts; a UUID never occurs in them
 * @throws Failure `usage` or `local_io` for a file that cannot be sent
 */
export async function openBody(body: RequestBody, doors: BodyDoors, boundary: string): Promise<OpenBody> {
  switch (body.kind) {
    case 'none':
      return { headers: {}, close: async () => {} };
    case 'json':
      return { body: body.text, headers: {}, close: async () => {} };
    case 'binary':
      return binaryBody(await openFile(body.path, doors), body.contentType);
    case 'multipart':
      return multipartBody(body, doors, boundary);
  }
}

type FileLike = Pick<OpenFile, 'name' | 'sizeBytes' | 'contentType' | 'stream' | 'close'>;

/** Standard input is read to its end: its length must be known beforehand. */
async function openFile(path: string, { files, stdin }: BodyDoors): Promise<FileLike> {
  if (path !== '-') return files.open(path);
  const pieces: Uint8Array[] = [];
  for await (const piece of stdin.bytes()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return {
    name: 'stdin',
    sizeBytes: bytes.byteLength,
    contentType: undefined,
    stream: () => piecesOf(bytes),
    close: async () => {},
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function binaryBody(file: FileLike, asked: string | undefined): OpenBody {
  const contentType = asked ?? file.contentType;
  return {
    body: { sizeBytes: file.sizeBytes, stream: () => file.stream() },
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    close: () => file.close(),
  };
}

async function multipartBody(
  body: Extract<RequestBody, { kind: 'multipart' }>,
  doors: BodyDoors,
  boundary: string,
): Promise<OpenBody> {
  const files: [string, FileLike][] = [];
  const close = async (): Promise<void> => void (await Promise.all(files.map(([, file]) => file.close())));
  try {
    for (const [name, path] of body.files) files.push([name, await openFile(path, doors)]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    body: joinedParts(body.fields, files, boundary),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    close,
  };
}

/** Source: RFC 7578 */
function joinedParts(
  fields: readonly Field[],
  files: readonly (readonly [string, FileLike])[],
  boundary: string,
): UploadBody {
  const heads = files.map(([name, file]) => Buffer.from(fileHead(name, file, boundary)));
  const texts = fields.map(([name, value]) => Buffer.from(`${partHead(name, boundary)}\r\n\r\n${value}\r\n`));
  const gap = Buffer.from('\r\n');
  const end = Buffer.from(`--${boundary}--\r\n`);
  const framing = [...texts, ...heads, ...heads.map(() => gap), end];
  return {
    sizeBytes: total(framing.map(({ byteLength }) => byteLength)) + total(files.map(([, file]) => file.sizeBytes)),
    async *stream() {
      yield* texts;
      for (const [at, [, file]] of files.entries()) {
        yield heads[at] ?? gap;
        yield* whole(file);
        yield gap;
      }
      yield end;
    },
  };
}

/** A file that shrank under us would leave the request hanging short of its length. */
async function* whole(file: FileLike): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of file.stream()) {
    sent += piece.byteLength;
    yield piece;
  }
  if (sent !== file.sizeBytes) throw failure('local_io', { message: `${file.name} changed while it was sent.` });
}

const fileHead = (name: string, { name: filename, contentType }: FileLike, boundary: string): string =>
  `${partHead(name, boundary)}; filename="${quoted(filename)}"\r\ncontent-type: ${contentType ?? 'application/octet-stream'}\r\n\r\n`;

const partHead = (name: string, boundary: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"`;

const quoted = (text: string): string => text.replace(/[\r\n"]/g, (sign) => encodeURIComponent(sign));

const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
