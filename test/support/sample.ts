/** An answer in the form of a schema, with text that is hard on every form of output. */
import type { Card } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { resolved } from '../../src/schema/reference.ts';
import { catalog } from '../client/cards.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** A formula, a quote, a comma, a line end, a tab, an escape, a direction sign, an emoji; and nothing that JSON cannot hold. */
export const HARD_TEXT = '=1+1 "q", a\nb\tc \u001b[31m \u202e 👩‍👧 # : - {}';

/** Beyond 2^53, as ids of networks are. */
export const LARGE = 12345678901234567890n;

const DEEPEST = 5;

/** The body of a success, or undefined where the operation has none. */
export function sampleAnswer(card: Card): { readonly status: number; readonly body: unknown } {
  const { responses, area } = card;
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2') && status !== '207');
  const [status, schema] = success.find(([, one]) => one !== null) ?? success[0] ?? ['204', null];
  const { schemas } = catalog.file(area);
  const code = status === '2XX' ? 200 : Number(status);
  return { status: code, body: schema ? sample(schema, schemas, 0) : undefined };
}

function sample(schema: Schema, schemas: Schemas, depth: number): unknown {
  const here = resolved(schema, schemas);
  if (here.const !== undefined) return here.const;
  if (here.enum !== undefined) return here.enum.find((word) => word !== null) ?? null;
  const [form] = [...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  if (here.allOf !== undefined) return Object.assign({}, ...here.allOf.map((one) => sample(one, schemas, depth)));
  if (form !== undefined && here.properties === undefined) return sample(form, schemas, depth);
  const type = [here.type ?? (here.properties ? 'object' : 'string')].flat().find((one) => one !== 'null') ?? 'null';
  switch (type) {
    case 'object':
      return depth > DEEPEST ? {} : fields(here, schemas, depth + 1);
    case 'array':
      return depth > DEEPEST ? [] : [1, 2].map(() => sample(here.items ?? {}, schemas, depth + 1));
    case 'string':
      return here.format === 'date-time' ? '2026-01-05T09:00:00.000Z' : HARD_TEXT;
    case 'integer':
      return here.maximum === undefined ? LARGE : here.maximum;
    case 'number':
      return 1.5;
    case 'boolean':
      return true;
    case 'null':
      return null;
  }
}

/** What tells the position in a list says that it ends here. */
const ENDS: Readonly<Record<string, unknown>> = {
  hasMore: false,
  nextCursor: null,
  cursor: null,
  after: null,
  nextPageToken: null,
  page: 1,
  pages: 1,
  totalPages: 1,
  total: 2,
  skip: 0,
};

const fields = ({ properties = {} }: Schema, schemas: Schemas, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      Object.hasOwn(ENDS, name) ? ENDS[name] : sample(field, schemas, depth),
    ]),
  );
