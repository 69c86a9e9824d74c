/** Proves what operations declare with `x-svc-effect` and compiles it for the service. Called by compile.ts. */
import type { Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import {
  DEEDS,
  ORIGINS,
  STEPS,
  type Effect,
  type Kind,
  type ServedOperation,
  type ServiceCards,
} from '../kernel/effect.ts';
import { resolved } from '../schema/reference.ts';
import { memberSchema } from './answer-member.ts';
import type { Operation } from './operation.ts';
import { auditStates } from './kind-states.ts';
import { auditOrigins } from './origins.ts';
import { auditReferences, lineageOf, placeOf, refersIn, type Auditing } from './refers.ts';
import type { Kinds } from './kinds.ts';
import type { Refuse } from './refusal.ts';

type Schemas = Readonly<Record<string, Schema>>;

export interface Effects {
  readonly operations: readonly Operation[];
  readonly kinds: Kinds;
  readonly schemas: Schemas;
}

const KEYS: readonly string[] = [
  'does',
  'kind',
  'id',
  'copies',
  'each',
  'to',
  'sets',
  'as',
  'refers',
  'within',
  'file',
  'record',
  'list',
  'newestFirst',
  'where',
  'query',
  'whole',
  'answer',
  'computed',
  'writes',
  'sends',
  'steps',
  'waits',
] satisfies readonly (keyof Effect)[];

/** What a deed cannot do without. */
const NEEDED: Readonly<Partial<Record<Effect['does'], keyof Effect>>> = { move: 'to', set: 'sets', list: 'list' };

export function compileEffects(effects: Effects, refuse: Refuse): ServiceCards {
  const { operations, kinds, schemas } = effects;
  const served = operations.flatMap((operation): [string, ServedOperation][] => {
    const effect = operation.words['x-svc-effect'] as Effect | undefined;
    if (effect === undefined) {
      refuse(
        placeOf(operation),
        'has no x-svc-effect; say what it does to which kind of record, in the words of src/kernel/effect.ts',
      );
      return [];
    }
    auditEffect(operation, effect, { kinds, schemas, refuse });
    const { card } = operation;
    return [
      [
        card.id,
        {
          effect,
          places: placesOf(operation, effect, { kinds, schemas, refuse }),
          ...refersIn(operation, effect, { kinds, schemas, refuse }),
          status: statusOf(card, effect),
        },
      ],
    ];
  });
  const table = Object.fromEntries(served);
  auditReferences({ kinds, served: table }, refuse);
  auditStates({ kinds, served: table }, refuse);
  auditOrigins({ kinds, served: table }, refuse);
  return {
    kinds: Object.fromEntries([...kinds].map(([name, { kind }]) => [name, servedKind(kind)])),
    operations: table,
  };
}

/** The service draws no tables and takes no names. */
const servedKind = ({ view: _view, called: _called, ...kind }: Kind): Kind => kind;

function auditEffect(operation: Operation, effect: Effect, { kinds, schemas, refuse }: Auditing): void {
  const say = (sentence: string): void => refuse(placeOf(operation), sentence);
  const { card } = operation;
  const declared = effect.kind === undefined ? undefined : kinds.get(effect.kind);
  for (const key of Object.keys(effect)) if (!KEYS.includes(key)) say(`x-svc-effect.${key} is not known`);
  if (!DEEDS.includes(effect.does)) say(`x-svc-effect.does must be one of ${DEEDS.join(', ')}`);
  if (effect.kind === undefined && !['compute', 'run'].includes(effect.does))
    say(`does ${effect.does} of no kind; add the kind to x-svc-effect`);
  if (effect.kind !== undefined && declared === undefined)
    say(`acts on the kind ${effect.kind}, which no file in src/contract/kinds declares`);
  const needed = NEEDED[effect.does];
  if (needed !== undefined && effect[needed] === undefined && effect.waits === undefined)
    say(
      `does ${effect.does} without saying ${needed === 'to' ? 'to which state' : needed === 'sets' ? 'which fields it sets' : 'where its answer lists the records'}; add ${needed} to x-svc-effect`,
    );
  if (declared?.kind.source === 'team' && effect.does === 'fixture')
    say(`reads ${String(effect.kind)} from a fixture, but its records are the team's; let it get or list them`);
  if (declared?.kind.source === 'network' && ['get', 'list'].includes(effect.does))
    say(`reads ${String(effect.kind)} from records, but the network owns them; let it be a fixture`);
  for (const [key, path] of [
    ['record', effect.record],
    ['list', effect.list],
  ] as const)
    if (path !== undefined && !hasMember(card, path, schemas))
      say(`x-svc-effect.${key} names ${path}, which its answer does not have`);
  for (const [path, origin] of Object.entries(effect.computed ?? {})) {
    if (!ORIGINS.includes(origin))
      say(`x-svc-effect.computed makes ${path} from ${origin}; it is one of ${ORIGINS.join(', ')}`);
    if (path === '.' || !hasMember(card, path, schemas))
      say(`x-svc-effect.computed names ${path}, which is no member of its answer`);
  }
  for (const step of effect.steps ?? [])
    if (!STEPS.includes(step)) say(`x-svc-effect.steps has ${step}; steps are ${STEPS.join(', ')}`);
  for (const kind of effect.writes ?? [])
    if (!kinds.has(kind) && kind !== 'delivery') say(`writes the unknown kind ${kind}`);
}

/** Whether some success of the operation has the member; answers without a known body may have any. */
function hasMember(card: Card, path: string, schemas: Schemas): boolean {
  const successes = Object.entries(card.responses).filter(([status]) => status.startsWith('2'));
  const bodies = successes.flatMap(([, schema]) => (schema === null ? [] : [schema]));
  return bodies.length === 0 || bodies.some((schema) => memberSchema(schema, path, schemas) !== undefined);
}

/** The status of a success: 201 for what a POST creates, where the contract has it. */
function statusOf({ responses, method }: Card, { does }: Effect): number {
  const statuses = Object.keys(responses).filter((status) => /^2\d\d$/.test(status) && status !== '207');
  const usual = does === 'create' && method === 'POST' ? '201' : '200';
  return Number(statuses.includes(usual) ? usual : (statuses[0] ?? 200));
}

/** The kind of every place in the path: the operation's own, one of its owners, or the only kind of that name. */
function placesOf(operation: Operation, effect: Effect, { kinds, schemas, refuse }: Auditing): Record<string, string> {
  const { card } = operation;
  const names = [...card.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const lineage = lineageOf(effect.kind, kinds);
  const places: Record<string, string> = {};
  for (const name of names) {
    const param = card.params.find((one) => one.in === 'path' && one.name === name);
    if (param !== undefined && resolved(param.schema, schemas).enum !== undefined) continue;
    const bearing = [...kinds].filter(([, { kind }]) => kind.names?.includes(name) === true).map(([one]) => one);
    const near = lineage.find((one) => bearing.includes(one) && !Object.values(places).includes(one));
    const kind = near ?? (bearing.length === 1 ? bearing[0] : undefined);
    if (kind !== undefined) places[name] = kind;
    else
      refuse(
        placeOf(operation),
        bearing.length === 0
          ? `no kind has an id by the name ${name}; add it to the names of one`
          : `${name} may be the id of ${bearing.join(' or ')}; let the kind's owner tell`,
      );
  }
  return places;
}
