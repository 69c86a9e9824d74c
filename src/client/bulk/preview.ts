/** What an import would do, without calling the API: counts, and the body of the first row with unknown values in angle brackets. */
import { placeholderTargets } from '../accounts.ts';
import type { PostBody } from '../compose.ts';
import type { SoundRow } from './sound-row.ts';
import { withItems } from './media.ts';
import type { Judged } from './prepare.ts';
import { itemOfSeen } from './shelf.ts';

export interface ImportCounts {
  readonly rows: number;
  /** Rows that would be sent. */
  readonly send: number;
  /** Rows whose post exists already. */
  readonly already: number;
  readonly invalid: number;
  /** Local files that would be uploaded, each once. */
  readonly files: number;
  readonly fileBytes: number;
}

export function importCounts({ rows, sound, settled, faulty, shelf }: Judged): ImportCounts {
  const already = settled.filter(({ kind }) => kind === 'made').length;
  return {
    rows: rows.length,
    send: sound.length + settled.length - already,
    already,
    invalid: faulty.length,
    files: shelf.seen().length,
    fileBytes: shelf.seen().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

/** The body of the first row that would be sent as a new request. */
export function firstBody({ sound }: Judged, platforms: readonly string[]): PostBody | undefined {
  const [first] = sound;
  return first && bodyOf(first, platforms);
}

function bodyOf({ body, said, files }: SoundRow, platforms: readonly string[]): PostBody {
  const whole = withItems(body, (name) => {
    const seen = files.get(name);
    return seen && { ...itemOfSeen(seen), url: `<address of ${name}>` };
  });
  const targets = placeholderTargets(said.to, platforms);
  const own = Array.isArray(whole['platforms']) ? (whole['platforms'] as unknown[]) : [];
  return {
    ...whole,
    ...(targets.length > 0 && { platforms: [...own, ...targets] }),
    ...(said.queue !== undefined && {
      queuedFromProfile: said.profile ?? '<profile of the targets>',
      ...(said.queue !== 'default' && { queueId: said.queue }),
    }),
  };
}
