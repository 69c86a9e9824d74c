/** All tools: twenty core ones, one for every operation, and which of them a client sees. Next stop: core.ts for the lists. */
import type { OperationRow } from '../kernel/card.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { openSearch, type Search } from '../catalog/search.ts';
import { suggestion } from '../schema/suggest.ts';
import { isReadOnly, mayEver, type Access } from './access.ts';
import { CORE, LISTED } from './core.ts';
import { callTool, searchTools, type Finder } from './finding.ts';
import { generatedTool } from './generated.ts';
import { toolName } from './names.ts';
import { hintsOf, type Hints } from './hints.ts';
import { accountsGet, accountsList } from './own/accounts.ts';
import { postsListFailed, postsRetryAllFailed } from './own/failed.ts';
import { postsCreate, postsCrossPost, postsPublishNow } from './own/publish.ts';
import type { Tool } from './tool.ts';

/** Core tools that are made by hand. Source: ASM-52 */
const OWN: readonly ((catalog: Catalog) => Tool)[] = [
  accountsList,
  accountsGet,
  postsCreate,
  postsCrossPost,
  postsPublishNow,
  postsListFailed,
  postsRetryAllFailed,
];

export interface Toolbox extends Finder {
  /** What a tool may do to the world. */
  hints(tool: Tool): Hints;
  readonly core: readonly Tool[];
  /** The core tools and some thirty more, in the order in which clients show them. */
  readonly listed: readonly Tool[];
}

/** @param access without it, every tool is listed and found */
export function openToolbox(catalog: Catalog, access?: Access): Toolbox {
  const allows = ({ uses }: Tool): boolean =>
    access === undefined || uses.every((id) => mayEver(catalog.card(id), access));
  const rows = new Map(catalog.operations().map((row) => [row.id, row]));
  const { commands } = catalog.index();
  const nameOf = ({ id, command }: OperationRow): string =>
    toolName({ id, area: commands[command]?.area ?? catalog.card(id).area });
  const generated = new Map([...rows.values()].map((row) => [nameOf(row), row]));
  const byId = new Map([...generated].map(([name, { id }]) => [id, name]));
  const toolFor = (id: string, name = byId.get(id) ?? ''): Tool => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`There is no operation ${id} for a tool.`);
    return generatedTool(name, row, catalog);
  };
  let search: Search | undefined;
  const finder: Finder = {
    tool: (name) => core.find((one) => one.name === name) ?? generatedNamed(name),
    meant: (name) => suggestion(name, [...core.map((one) => one.name), ...generated.keys()]),
    search: (text) => {
      search ??= openSearch([...rows.values()]);
      const own = core.filter((one) => one.name.includes(text.trim().toLowerCase()));
      return [...own, ...search(text).map(({ id }) => toolFor(id))].filter(allows);
    },
  };
  const generatedNamed = (name: string): Tool | undefined => {
    const row = generated.get(name) ?? rows.get(name);
    return row === undefined ? undefined : toolFor(row.id);
  };
  const core = [
    ...OWN.map((tool) => tool(catalog)),
    searchTools(finder),
    callTool(finder, access !== undefined && isReadOnly(access)),
    ...Object.entries(CORE).map(([name, id]) => toolFor(id, name)),
  ];
  const hints = (tool: Tool): Hints => tool.hints ?? hintsOf(tool.uses.map((id) => catalog.card(id)));
  return { ...finder, core, hints, listed: [...core, ...LISTED.map((id) => toolFor(id))].filter(allows) };
}
