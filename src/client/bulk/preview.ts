/** What an import would do, without changing anything: counts, and the body of the first row with unknown values in angle brackets. */
import { placeholderTargets } from '../accounts.ts';
import type { PostBody } from '../compose.ts';
import type { SoundRow } from './sound-row.ts';
import { withItems } from './media.ts';
import type { Judged, Planned } from './prepare.ts';
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

/** @param planned what the accounts made of it; undefined where there is no service to ask */
export function importCounts(judged: Judged, planned: readonly Planned[] | undefined): ImportCounts {
  const { rows, sound, doubtful, settled, faulty, shelf } = judged;
  const already = settled.filter(({ kind }) => kind === 'made').length;
  const known = planned?.filter(({ kind }) => kind === 'fresh').length ?? sound.length;
  return {
    rows: rows.length,
    send: known + settled.length - already,
    already,
    invalid: faulty.length + doubtful.length + sound.length - known,
    files: shelf.seen().length,
    fileBytes: shelf.seen().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

/** The body of the first row that would be sent as a new request; without a service, what it would know is in angle brackets. */
export function firstBody(
  { sound }: Judged,
  planned: readonly Planned[] | undefined,
  platforms: readonly string[],
): PostBody | undefined {
  const fresh = planned?.find((one) => one.kind === 'fresh');
  if (planned !== undefined) return fresh && withAddresses(fresh.row);
  const [first] = sound;
  return first && bodyOf(first, platforms);
}

const withAddresses = ({ body, files }: SoundRow): PostBody =>
  withItems(body, (name) => {
    const seen = files.get(name);
    return seen && { ...itemOfSeen(seen), url: `<address of ${name}>` };
  });

function bodyOf(row: SoundRow, platforms: readonly string[]): PostBody {
  const { said } = row;
  const whole = withAddresses(row);
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
