/** One operation of the facts over the one in the contract: shapes from there, words from here. Used by carry.ts. */
import {
  isNode,
  merged,
  nameBehind,
  nodeAt,
  refTo,
  renamed,
  requested,
  sameShape,
  without,
  type Node,
} from './shapes.ts';

/** An operation as the facts describe it; see the README beside them. */
export interface Fact {
  readonly id: string;
  readonly method: string;
  /** Null when unknown; such an operation is written by hand. */
  readonly path: string | null;
  readonly area: string;
  readonly pathParams: readonly Node[];
  readonly query: readonly Node[];
  readonly headers: readonly Node[];
  readonly bodyKind: 'none' | BodyKind;
  readonly bodyRequired?: boolean;
  readonly body?: Node;
  /** Null for an answer without a known body. */
  readonly responses: Readonly<Record<string, Node | null>>;
  readonly deprecated?: boolean;
}

type BodyKind = 'json' | 'multipart' | 'binary';

/** The contract's own parts: `fold` puts references to named schemas, `answers` are worded once for all operations. */
export interface Shared {
  readonly fold: (schema: Node) => Node;
  readonly answers: Readonly<Record<string, Node>>;
}

const MEDIA_TYPES = { json: 'application/json', multipart: 'multipart/form-data', binary: 'application/octet-stream' };

/** Which shared answers a status may be, by their names under `components.responses`; the first of the same shape is taken. */
const SHARED_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  '400': ['BadRequest', 'BadRequestInBrief'],
  '401': ['Unauthorized'],
  '402': ['BillingGate'],
  '403': ['RestrictedKey', 'Forbidden', 'ForbiddenInFull'],
  '404': ['NotFound', 'NotFoundInBrief'],
  '409': ['Conflict'],
  '429': ['TooMany'],
  '500': ['ServiceFailure'],
  default: ['Refused', 'RefusedInBrief', 'RefusedEitherWay'],
};

/** The operation of the contract; `have` is the existing one, empty when it is new. */
export function operationFrom(fact: Fact, have: Node, shared: Shared): Node {
  const words = without(have, 'operationId', 'deprecated', 'parameters', 'requestBody', 'responses');
  const parameters = parametersFrom(fact, (have['parameters'] ?? []) as readonly Node[], shared);
  return {
    operationId: fact.id,
    ...words,
    ...(fact.deprecated === true && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(fact.bodyKind !== 'none' && { requestBody: bodyFrom(fact, fact.bodyKind, have['requestBody'], shared) }),
    responses: answersFrom(fact, nodeAt(have, 'responses'), shared),
  };
}

function parametersFrom(fact: Fact, old: readonly Node[], { fold }: Shared): readonly Node[] {
  const inPath = fact.pathParams.map((param) => ({
    name: param['name'],
    required: true,
    schema: without(param, 'name'),
  }));
  const places = Object.entries({ path: inPath, query: fact.query, header: fact.headers });
  const carried = places.flatMap(([place, params]) =>
    params.map((param: Node) => {
      const have = old.find((one) => one['name'] === param['name'] && one['in'] === place) ?? {};
      const flags = Object.entries(without(param, 'name', 'schema', 'boundsFrom', 'typesName')).filter(
        ([, value]) => value !== false,
      );
      const schema = requested(fold(renamed(param['schema'] as Node)), String(param['name']));
      return {
        name: param['name'],
        in: place,
        ...Object.fromEntries(flags),
        ...(have['description'] !== undefined && { description: have['description'] }),
        schema: merged(schema, have['schema'] as Node | undefined),
      } as Node;
    }),
  );
  const isNew = (one: Node): boolean =>
    carried.every((param) => param['name'] !== one['name'] || param['in'] !== one['in']);
  return [...carried, ...old.filter(isNew)];
}

function bodyFrom(fact: Fact, kind: BodyKind, have: unknown, { fold }: Shared): Node {
  const shape = merged(requested(fold(renamed(fact.body ?? {}))), schemaIn(have));
  return { ...(fact.bodyRequired === true && { required: true }), ...content(kind, shape) };
}

function answersFrom(fact: Fact, have: Node, { fold, answers }: Shared): Node {
  const carried = Object.entries(fact.responses).map(([status, schema]) => {
    const old = nodeAt(have, status);
    const known = nameBehind(old['$ref'], 'responses');
    const standing = schemaIn(known === undefined ? old : answers[known]);
    const shape = schema === null ? standing : merged(fold(renamed(schema)), standing);
    const same = SHARED_ANSWERS[status]?.find((name) => name in answers && sameShape(schemaIn(answers[name]), shape));
    if (same !== undefined && old['description'] === undefined) return [status, { $ref: refTo(same, 'responses') }];
    return [status, { description: old['description'] ?? 'The answer.', ...(shape && content('json', shape)) }];
  });
  return { ...have, ...(Object.fromEntries(carried) as Node) };
}

export const content = (kind: BodyKind, schema: Node): Node => ({ content: { [MEDIA_TYPES[kind]]: { schema } } });

/** The schema in the `content` of a body or an answer. */
export function schemaIn(part: unknown): Node | undefined {
  if (!isNode(part) || !isNode(part['content'])) return undefined;
  const [media] = Object.values(part['content']);
  return isNode(media) ? (media['schema'] as Node | undefined) : undefined;
}
