/** The default profile of the settings, put where an operation takes a profile and nothing else was said. Used by operation.ts. */
import { effectiveSettings } from '../auth/settings.ts';
import { profileOf } from '../auth/target.ts';
import type { CallInput } from '../client/request.ts';
import type { Card } from '../kernel/card.ts';
import type { Schemas } from '../schema/reference.ts';
import { resolved } from '../schema/reference.ts';
import type { Context } from './command.ts';
import { writeLine } from '../output/neutral.ts';

const FIELD = 'profileId';

/** Words that say already whose things are meant. */
const SAID = [FIELD, 'profileIds', 'accountId', 'accountIds', 'account', 'accounts'];

export interface Filled {
  readonly input: CallInput;
  /** For people: which profile, and what gave it; absent when nothing was filled in. */
  readonly words?: string;
}

/**
 * An operation on a record that is named takes none: there a profile would be where the record is moved to.
 * @throws what reading the settings throws
 */
export function withDefaultProfile(card: Card, schemas: Schemas, input: CallInput, context: Context): Filled {
  const place = placeIn(card, schemas);
  if (place === undefined || isSaid(input)) return { input };
  const { world, flags } = context;
  const effective = effectiveSettings(world, { context: flags.context });
  const profile = profileOf(effective);
  if (profile === undefined) return { input };
  const words = `profile ${profile} of ${effective.profile?.source ?? ''}`;
  if (flags.debug) writeLine(world.io, `${FIELD}: ${words}`);
  if (place === 'query') return { input: { ...input, query: { ...input.query, [FIELD]: profile } }, words };
  return { input: { ...input, body: { ...(input.body as object | undefined), [FIELD]: profile } }, words };
}

function placeIn({ path, params, body }: Card, schemas: Schemas): 'query' | 'body' | undefined {
  if (path.includes('{') && !path.includes('{platform}')) return undefined;
  if (params.some((param) => param.in === 'query' && param.name === FIELD)) return 'query';
  if (body?.kind !== 'json' || body.schema === undefined) return undefined;
  return Object.hasOwn(resolved(body.schema, schemas).properties ?? {}, FIELD) ? 'body' : undefined;
}

const isSaid = ({ query, body }: CallInput): boolean =>
  SAID.some((name) => Object.hasOwn(query, name) || (isFields(body) ? Object.hasOwn(body, name) : false)) ||
  (body !== undefined && !isFields(body));

const isFields = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
