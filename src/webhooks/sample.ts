/** A payload for every event, made from its schema: the same each time, and valid. `trigger` and the service's inbound use it. */
import type { Schema } from '../kernel/card.ts';
import { exampleId } from '../kernel/example.ts';
import { accountPathsOf, isMeant } from './catalogue.ts';
import { BLOCKS, FIXED, LEFT_OUT, NULLED, PLATFORMS, WORDS } from './sample-words.ts';

export interface SampleOptions {
  /** Name of the catalogue. */
  readonly event: string;
  /** The schemas of the contract's events, payloads by the event's name among them. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Milliseconds: the instant that the payload speaks of. */
  readonly at: number;
  /** Who the payload speaks of; an example unless given. */
  readonly account?: SampleAccount;
}

export interface SampleAccount {
  readonly accountId: string;
  readonly profileId: string;
  readonly platform: string;
  readonly username: string;
  readonly displayName: string;
}

/** The payload without the keys of the envelope. Throws for a name that the schemas do not have. */
export function samplePayload(options: SampleOptions): Record<string, unknown> {
  const { event, schemas } = options;
  const schema = schemas[event];
  if (schema === undefined) throw new Error(`The contract has no event ${event}.`);
  const platform = options.account?.platform ?? platformOf(event);
  const account = options.account ?? exampleAccount(platform);
  const sample = new Sample(options, { ...account, platform });
  const made = sample.object(schema, []) as Record<string, unknown>;
  const blocks = BLOCKS.filter(([pattern]) => isMeant(pattern, event)).map(([, block]) => block);
  const payload = Object.assign({}, ...blocks, made) as Record<string, unknown>;
  for (const key of ['id', 'event', 'timestamp']) Reflect.deleteProperty(payload, key);
  for (const path of accountPathsOf(event)) put(payload, path.split('.'), account.accountId);
  return payload;
}

/** Puts the id where the table of places wants it, unless the schema had it there already. */
function put(at: Record<string, unknown>, [key = '', ...rest]: readonly string[], id: string): void {
  if (rest.length === 0) at[key] ??= id;
  else if (!Array.isArray(at[key])) put((at[key] ??= {}) as Record<string, unknown>, rest, id);
}

const exampleAccount = (platform: string): SampleAccount => ({
  accountId: exampleId('account'),
  profileId: exampleId('profile'),
  platform,
  username: 'northwind',
  displayName: 'Northwind Coffee',
});

const platformOf = (event: string): string =>
  PLATFORMS.find(([pattern]) => isMeant(pattern, event))?.[1] ?? 'instagram';

type Path = readonly string[];

class Sample {
  readonly #options: SampleOptions;
  readonly #account: SampleAccount;

  constructor(options: SampleOptions, account: SampleAccount) {
    this.#options = options;
    this.#account = account;
  }

  object(given: Schema, path: Path): unknown {
    const schema = this.#resolved(given);
    const required = new Set(schema.required);
    const names = Object.keys(schema.properties ?? {}).filter(
      (name) => required.has(name) || !this.#isLeftOut(name, path),
    );
    return Object.fromEntries(
      names.map((name) => [name, this.#value(schema.properties?.[name] ?? {}, [...path, name])]),
    );
  }

  #resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const target = this.#options.schemas[schema.$ref.replace(/^#\/schemas\//, '')];
    if (target === undefined) throw new Error(`The schema reference ${schema.$ref} leads nowhere.`);
    return this.#resolved(target);
  }

  /** Optional fields that this event is told without. */
  #isLeftOut(name: string, path: Path): boolean {
    const place = [...path, name].join('.');
    return LEFT_OUT.some(([pattern, ...places]) => isMeant(pattern, this.#options.event) && places.includes(place));
  }

  #value(given: Schema, path: Path): unknown {
    const schema = this.#resolved(given);
    const fixed = this.#fixed(path);
    if (fixed !== undefined) return fixed;
    const types = [schema.type ?? []].flat();
    const name = path.at(-1) ?? '';
    if (types.includes('null') && NULLED.has(name)) return null;
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.#choice(schema.enum, name);
    if (types.includes('object') || schema.properties !== undefined) return this.#block(schema, path);
    if (types.includes('array')) return schema.items === undefined ? [] : [this.#value(schema.items, path)];
    if (types.includes('boolean')) return WORDS.yes.has(name);
    if (types.includes('number') || types.includes('integer')) return this.#number(schema, name);
    return this.#text(schema, path);
  }

  /** What the tables say of this place in this event. */
  #fixed(path: Path): unknown {
    const place = path.join('.');
    return FIXED.find(([pattern, at]) => at === place && isMeant(pattern, this.#options.event))?.[2];
  }

  #choice(words: readonly unknown[], name: string): unknown {
    return name === 'platform' && words.includes(this.#account.platform) ? this.#account.platform : words[0];
  }

  #block(schema: Schema, path: Path): unknown {
    if (schema.properties !== undefined) return this.object(schema, path);
    return WORDS.maps[path.at(-1) ?? ''] ?? {};
  }

  #number({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema, name: string): number {
    return Math.min(maximum, Math.max(minimum, WORDS.numbers[name] ?? 1));
  }

  #text({ format }: Schema, path: Path): string {
    const name = path.at(-1) ?? '';
    const own = this.#ownWord(path, name);
    if (own !== undefined) return own;
    if (format === 'date-time' || name.endsWith('At')) return new Date(this.#options.at).toISOString();
    const known = WORDS.texts[name];
    if (known !== undefined) return known;
    if (format === 'uri' || /(?:Url|url|picture|Picture|permalink)$/.test(name)) return `https://example.com/${name}`;
    if (name === 'id') return exampleId(path.at(-2) ?? 'event');
    return name.endsWith('Id')
      ? exampleId(
          name
            .slice(0, -2)
            .replace(/^platform/, '')
            .toLowerCase() || name,
        )
      : name;
  }

  /** Words of the account that the event is about; those of a `sender` or `author` are somebody else's. */
  #ownWord(path: Path, name: string): string | undefined {
    if (name === 'accountId' || name === 'profileId' || name === 'platform') return this.#account[name];
    if (path.join('.') === 'platform.name') return this.#account.platform;
    if (path.length !== 2 || path[0] !== 'account') return undefined;
    if (name === 'id') return this.#account.accountId;
    return name === 'username' || name === 'displayName' ? this.#account[name] : undefined;
  }
}
