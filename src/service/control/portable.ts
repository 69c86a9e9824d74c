/** Export and import on the control surface: the whole state as one document, streamed both ways. Hung in by addresses.ts. */
import { sentenceOf } from '../../kernel/portable.ts';
import { rawReply, type RawReply, type RawRequest, type RawRoute } from '../exchange/raw.ts';
import type { Parts } from '../parts.ts';
import { refuse } from '../refuse.ts';
import { keyRefusal } from './route.ts';

const DOCUMENT_TYPE = 'application/x-ndjson';

export const portableRoutes = (parts: Parts): readonly RawRoute[] => [
  { method: 'GET', path: '/_local/export', handle: guarded(parts, sendState) },
  { method: 'POST', path: '/_local/import', handle: guarded(parts, takeState) },
];

type Handle = (request: RawRequest, parts: Parts) => Promise<RawReply>;

const guarded =
  (parts: Parts, handle: Handle): RawRoute['handle'] =>
  async (request) => {
    const refusal = keyRefusal(request.headers, parts);
    return refusal === undefined ? handle(request, parts) : rawReply(refusal);
  };

const sendState: Handle = async (_request, { lifecycle }) => ({
  status: 200,
  headers: { 'content-type': DOCUMENT_TYPE },
  body: bytesOf(await lifecycle.exportState()),
});

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

const takeState: Handle = async ({ body }, { lifecycle }) => {
  const outcome = await lifecycle.importState(body);
  if (!('problem' in outcome)) return { status: 200, body: { ...outcome } };
  return rawReply(refuse('invalid_field_value', { message: sentenceOf(outcome), details: { line: outcome.line } }));
};
