/** What every tool by hand shares: a flat object of arguments, checked before anything is sent. */
import type { Schema } from '../../kernel/schema.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { problemsOf } from '../../schema/problems.ts';
import type { Way } from '../api.ts';
import { failed, type Arguments, type InputSchema, type Tool, type ToolReply } from '../tool.ts';

interface OwnTool extends Pick<Tool, 'name' | 'description' | 'uses'> {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Only with arguments that fit. */
  readonly run: (given: Arguments, way: Way) => Promise<ToolReply>;
}

export function ownTool(catalog: Catalog, { name, description, uses, properties, required = [], run }: OwnTool): Tool {
  const schema: InputSchema = {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
  return {
    name,
    description,
    uses,
    inputSchema: () => schema,
    run: async (given, corridor) => {
      const [problem] = problemsOf(schema, given, {});
      return problem === undefined
        ? run(given, { corridor, catalog })
        : failed(`${problem.sentence}. Nothing was sent.`);
    },
  };
}
