/** Takes the state of a running service out as a document, and brings one in as far as a store that is complete and verified. Used by lifecycle.ts. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { instantOf } from '../../kernel/instant.ts';
import { EXPORT_FORMAT, type Carried, type RefusedDocument } from '../../kernel/portable.ts';
import type { PlanPreset } from '../../kernel/steering.ts';
import type { ServiceClock } from '../clock.ts';
import type { ServiceDoors } from '../doors.ts';
import { openDraft } from '../store/draft.ts';
import { SCHEMA_VERSION } from '../store/migrate.ts';
import { MEDIA_FACT, type HeldMedia, type Shelves } from '../store/shelves.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { StoreView } from '../store/view.ts';
import { FACTS_TABLE, FORMAT_VERSION, type Head } from './document.ts';
import { readLines, Unfit } from './lines.ts';
import { readHead, readRest } from './read.ts';
import { documentOf, mediaKeysIn } from './write.ts';

export interface CarryParts {
  readonly store: Pick<ServiceStore, 'view'>;
  readonly clock: ServiceClock;
  readonly media: Shelves;
  /** Folder for what is on its way. */
  readonly transit: string;
  readonly doors: Pick<ServiceDoors, 'turn' | 'version'>;
  readonly start: { readonly plan: PlanPreset };
}

/** Rows and media of this instant; both are let go when the document was read, or nobody reads on. */
export async function exportState({ store, clock, media, doors, start }: CarryParts): Promise<AsyncIterable<string>> {
  const view = await store.view();
  const head: Head = {
    format: EXPORT_FORMAT,
    version: FORMAT_VERSION,
    schema: SCHEMA_VERSION,
    svc: doors.version,
    clock: { mode: clock.mode, now: instantOf(clock.now()) },
    plan: start.plan,
  };
  try {
    const held = await media.hold(mediaKeysIn(view));
    return letGo(documentOf({ head, view, media: held, turn: doors.turn }), view, held);
  } catch (error) {
    await view.close();
    throw error;
  }
}

async function* letGo(document: AsyncIterable<string>, view: StoreView, held: HeldMedia): AsyncGenerator<string> {
  try {
    yield* document;
  } finally {
    await view.close();
    await held.release();
  }
}

/**
 * Reads a document to its end, beside the running store.
 * @param replace gets the file of a whole store, whose media lie in the folder that it names
 */
export async function takeIn(
  bytes: AsyncIterable<Uint8Array>,
  { media, transit }: CarryParts,
  replace: (file: string, head: Head) => Promise<void>,
): Promise<Carried | RefusedDocument> {
  const lines = readLines(bytes);
  const place = join(transit, randomUUID());
  const fresh = media.fresh();
  let isReplaced = false;
  try {
    const head = await readHead(lines);
    await mkdir(place, { recursive: true, mode: 0o700 });
    const file = join(place, 'incoming.db');
    const draft = await openDraft(file, head.schema);
    let carried: Carried;
    try {
      await draft.add(FACTS_TABLE, { key: MEDIA_FACT, value: fresh.name });
      carried = await readRest(lines, draft, fresh.shelf);
    } finally {
      draft.close();
    }
    await fresh.sync();
    await replace(file, head);
    isReplaced = true;
    return carried;
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    await lines.drain();
    return { line: error.line, problem: error.message };
  } finally {
    await rm(place, { recursive: true, force: true });
    if (!isReplaced) await fresh.discard();
  }
}
