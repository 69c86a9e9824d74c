/** What a tool is. The tools by hand, the generated ones and the server speak in these words. */
import type { Schema } from '../kernel/schema.ts';
import type { Corridor } from '../kernel/tools.ts';
import type { Hints } from './hints.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export interface ToolReply {
  readonly text: string;
  readonly isError?: true;
}

/** The schema of a tool's arguments as clients read it: references point into `$defs`. */
export type InputSchema = Schema & { readonly type: 'object'; readonly $defs?: Readonly<Record<string, Schema>> };

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** Ids of the operations that it may call; its hints follow from them. */
  readonly uses: readonly string[];
  /** Of a tool that calls other tools, in place of those of `uses`. */
  readonly hints?: Hints;
  /** Made when somebody asks for it. */
  inputSchema(): InputSchema;
  run(given: Arguments, corridor: Corridor): Promise<ToolReply>;
}

export const failed = (text: string): ToolReply => ({ text, isError: true });
