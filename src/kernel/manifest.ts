/** The command line as data: the words of dist/svc.manifest.json. Written by build/manifest, read by `svc commands`. */
import type { Branch, Method } from './card.ts';
import type { ExitName } from './exits.ts';

/** What a command may do to the world: nothing, something, or something that cannot be undone. */
export type Danger = 'none' | 'write' | 'destructive';

export interface Manifest {
  /** Version of the published description. */
  readonly version: string;
  readonly exits: Readonly<Record<ExitName, number>>;
  readonly branches: readonly Branch[];
  /** `posts:create` to the command. */
  readonly commands: Readonly<Record<string, ManifestCommand>>;
}

export interface ManifestCommand {
  readonly id: string;
  readonly path: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly aliases: readonly string[];
  readonly examples: readonly string[];
  /** Exits worth naming beside ok, internal and usage. */
  readonly exits: readonly ExitName[];
  readonly danger: Danger;
  /** The question asked first. */
  readonly confirm?: string;
  readonly hidden: boolean;
  readonly deprecated: boolean;
  readonly args: Readonly<Record<string, ManifestArgument>>;
  /** By name without dashes. */
  readonly flags: Readonly<Record<string, ManifestFlag>>;
  readonly operation?: ManifestOperation;
}

export interface ManifestArgument {
  readonly label: string;
  readonly summary: string;
  readonly required: boolean;
  readonly repeat: boolean;
  readonly choices?: readonly string[];
}

export interface ManifestFlag {
  readonly type: string;
  readonly char?: string;
  readonly summary: string;
  readonly options?: readonly string[];
  readonly default?: unknown;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly deprecated?: boolean;
  /** Wire name and place of the field behind it. */
  readonly field?: string;
  readonly in?: string;
  /** `GLOBAL` for a flag of every command. */
  readonly helpGroup?: 'GLOBAL';
}

export interface ManifestOperation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  /** Resource group that a restricted key must hold. */
  readonly group?: string;
  /** Webhook events that it may cause. */
  readonly emits: readonly string[];
}
