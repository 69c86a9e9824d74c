/** What a local service is opened with. Read by service.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { ClockMode, PlanPreset, SeedDocument } from '../kernel/steering.ts';
import type { ToolServer } from '../kernel/tools.ts';
import type { ServiceDoors } from './doors.ts';
import type { SeedPack } from './seed/packs.ts';
import type { DatabasePlace } from './store/postgres/place.ts';

export interface ServiceOptions {
  /** Folder for everything durable; a temporary one when absent or ephemeral. */
  readonly dataDir?: string;
  readonly ephemeral?: boolean;
  /** Keeps the data in this database instead, where the folder holds no more than what this process needs for itself. */
  readonly database?: DatabasePlace;
  readonly seedPack: SeedPack;
  /** Makes ids and keys repeatable. */
  readonly seed?: number;
  /** Records that are created with the pack, in the same commit. A folder that was used before takes none. */
  readonly seedDocument?: SeedDocument;
  /** `now` in ms. A folder that was used before goes on from its own time when that is later. */
  readonly clock: { readonly mode: ClockMode; readonly now?: number };
  readonly plan?: PlanPreset;
  /** Does no due work: it is only looked at, or replaced. */
  readonly rests?: boolean;
  /** False: headers only, nothing is refused. */
  readonly rateLimits: boolean;
  /** It listens beyond this machine: nothing is approved without the control key. */
  readonly isPublic?: boolean;
  /** What it will listen at, as it was asked for; a name that is the service's own beyond this machine. */
  readonly host?: string;
  /** Further names under which it answers, in lower case. */
  readonly allowedHosts?: readonly string[];
  /** The processes on the database, where there may be several. */
  readonly processes?: () => Promise<readonly object[]>;
  readonly catalog: Catalog;
  /** Loads the tool server when somebody first asks for it; without it nothing is served at `/mcp`. */
  readonly tools?: () => Promise<ToolServer>;
  readonly doors: ServiceDoors;
}
