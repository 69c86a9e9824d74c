/** Notes the names in list answers while a command runs, and keeps them when it has said everything. Next stop: kept.ts. */
import type { CallInput } from '../../client/request.ts';
import type { Card } from '../../kernel/card.ts';
import type { World } from '../../world/world.ts';
import type { SeenList } from './kept.ts';
import { isKept } from './source.ts';

export interface Learning {
  /** Told of every answer; looks at the lists of kinds that are kept. */
  noted(card: Card, input: CallInput, body: unknown): void;
  /** Writes what was noted. Never fails: a completion less is no reason to fail. */
  kept(): Promise<void>;
}

export function openLearning(world: World, aim: { readonly context?: string | undefined }): Learning {
  const answers: { card: Card; input: CallInput; body: unknown }[] = [];
  return {
    noted(card, input, body) {
      if (card.resource?.does === 'list' && isKept(card.resource.kind)) answers.push({ card, input, body });
    },
    async kept() {
      if (answers.length === 0) return;
      try {
        const [{ keepValues }, { hasMore, recordsOf }] = await Promise.all([
          import('./kept.ts'),
          import('../../client/paging.ts'),
        ]);
        const nowMs = world.clock.now();
        const lists = answers.flatMap(({ card, input, body }) => {
          const records = recordsOf(body, card)?.records ?? [];
          const isWhole = Object.keys(input.query).length === 0 && !hasMore(card, input, body);
          return seenList(card, records, { isWhole, nowMs });
        });
        await keepValues(world, aim, { lists, nowMs });
      } catch {
        // A full disk, a read-only home, another process at the file.
      }
    },
  };
}

interface Seen {
  readonly isWhole: boolean;
  readonly nowMs: number;
}

function seenList({ resource }: Card, records: readonly unknown[], { isWhole, nowMs }: Seen): readonly SeenList[] {
  if (!isKept(resource?.kind)) return [];
  const kept = records.flatMap((record) => {
    const { _id, id = _id, platform, ...fields } = record as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || id === '') return [];
    const name = NAMES.map((field) => fields[field]).find((value) => typeof value === 'string') ?? '';
    return { id, name: String(name), seenMs: nowMs, ...(typeof platform === 'string' && { platform }) };
  });
  return [{ kind: resource.kind, records: kept, isWhole }];
}

/** Fields that name a record, the likeliest first. */
const NAMES = ['username', 'name', 'displayName', 'label'];
