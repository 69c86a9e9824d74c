/** Servers of the business that its agent may call: a tool is tried, tools of an MCP server are read, and what was called is listed. */
import { fieldsIn, isFields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { ok, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { nativeId } from '../../engine/draft.ts';
import { inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';
import { callServer, jsonIn, type Connector, type Outcome } from './connector-calls.ts';

const CONNECTOR_KIND = 'business_agent_connector';
const TOOL_KIND = 'business_agent_connector_tool';
const LOG_KIND = 'business_agent_connector_log';

type Tool = RecordOf<typeof TOOL_KIND>;

const runBusinessAgentConnectorTool = inScene(async (scene) => {
  const { call, desk, owners } = scene;
  const { read } = desk.store;
  const tool = await findRecord<typeof TOOL_KIND>(scene, read);
  const connector = owners.parentId === null ? undefined : await read.get(CONNECTOR_KIND, owners.parentId);
  if (tool === undefined || connector === undefined) return lost(scene);
  const input = inputIn(call.body['input']);
  if (input === undefined) return NOT_JSON;
  const { method, path } = tool.doc.request_definition ?? {};
  const wanted = { method: String(method ?? 'GET').toUpperCase(), place: String(path ?? ''), input };
  const outcome = await callServer(desk, connector, wanted);
  const { status, output } = outcome;
  return commit(desk, [`${CONNECTOR_KIND}/${connector.id}`], async () => ({
    records: [logOf(scene, tool, outcome)],
    result: ok({ status, output }),
  }));
});

const NOT_JSON = refuse('invalid_field_value', { param: 'input', message: '`input` is not a JSON object.' });

function inputIn(text: unknown) {
  try {
    const parsed: unknown = JSON.parse(String(text));
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const logOf = ({ desk, now }: Scene, tool: Tool, outcome: Outcome): RecordOf<typeof LOG_KIND> => ({
  kind: LOG_KIND,
  id: desk.ids.record(),
  teamId: tool.teamId,
  profileId: tool.profileId,
  parentId: tool.parentId,
  createdAt: now,
  doc: {
    tool_id: tool.id,
    ...(tool.doc.name !== undefined && { tool_name: tool.doc.name }),
    status: outcome.status,
    http_status: outcome.httpStatus,
    duration_ms: outcome.durationMs,
    timestamp: Math.floor(now / 1_000),
    ...(outcome.status === 'error' && { error_message: outcome.output }),
  },
});

/** Calls of a connector, the latest first, and what they add up to where that is asked for. */
const getBusinessAgentConnectorLogs = inScene(async (scene) => {
  const { call, desk, owners } = scene;
  const {
    startTime = 0,
    endTime = Number.POSITIVE_INFINITY,
    limit,
    toolId,
    includeStats,
    summaryOnly,
    topN,
  } = call.query;
  if (owners.parentId === null) return notFound(CONNECTOR_KIND);
  const all = await desk.store.read.list(LOG_KIND, { teamId: call.caller.teamId, parentId: owners.parentId });
  const asked = all.filter(({ createdAt, doc }) => {
    const at = Math.floor(createdAt / 1_000);
    return at >= Number(startTime) && at <= Number(endTime) && (toolId === undefined || doc.tool_id === toolId);
  });
  const data = asked.map(({ doc }) => doc).reverse();
  const isSummary = summaryOnly === true;
  return ok({
    ...(!isSummary && { data: limit === undefined ? data : data.slice(0, Number(limit)) }),
    ...((includeStats === true || isSummary) && { stats: statsOf(data, topN) }),
  });
});

function statsOf(data: readonly RecordOf<typeof LOG_KIND>['doc'][], topN: unknown) {
  const counts = new Map<string, number>();
  for (const { tool_name: name } of data) counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  const ranking = [...counts].map(([tool_name, calls]) => ({ tool_name, calls }));
  const total = data.length;
  const failed = data.filter(({ status }) => status === 'error').length;
  return {
    total_calls: total,
    success_calls: total - failed,
    error_calls: failed,
    top_tools: ranking
      .sort((one, other) => other.calls - one.calls)
      .slice(0, topN === undefined ? undefined : Number(topN)),
  };
}

const NOT_MCP = refuse('invalid_resource_state', {
  message: 'Only a connector whose `connector_protocol` is MCP has tools that can be listed.',
});

/** Asks the server for its tools; those that it no longer has are gone. */
const refreshBusinessAgentConnectorTools = inScene(async (scene) => {
  const { desk, call } = scene;
  const connector = await findRecord<typeof CONNECTOR_KIND>(scene, desk.store.read);
  if (connector === undefined) return lost(scene);
  if (textOf(connector.doc.connector_protocol)?.toUpperCase() !== 'MCP') return NOT_MCP;
  const input = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const outcome = await callServer(desk, connector, { method: 'POST', place: '', input });
  return commit(desk, [`${CONNECTOR_KIND}/${connector.id}`], async (view): Promise<Changes & { result: Reply }> => {
    const known = await view.list(TOOL_KIND, { teamId: call.caller.teamId, parentId: connector.id });
    const { after, tools } = afterRefresh(scene, connector, outcome);
    const current = new Set(tools?.map(({ id }) => id));
    const removed = tools === undefined ? [] : known.filter(({ id }) => !current.has(id));
    return {
      removed,
      records: [after, ...(tools ?? [])],
      result: answerOf(scene, { record: { record: after, counts: {} } }),
    };
  });
});

function afterRefresh(
  { now }: Scene,
  connector: Connector,
  { status, output }: Outcome,
): { readonly after: Connector; readonly tools?: readonly Tool[] } {
  const { result } = jsonIn(output);
  const listed = isFields(result) && Array.isArray(result['tools']) ? fieldsIn(result['tools']) : undefined;
  if (status === 'error' || listed === undefined) {
    const error_message = status === 'error' ? output : 'The server did not list its tools.';
    return { after: withFields(connector, { connection_status: { status: 'ERROR', error_message } }) };
  }
  const { teamId, profileId, id: parentId } = connector;
  const tools = listed.map(({ name, description, inputSchema }): Tool => {
    const id = nativeId(`${parentId}/${String(name)}`);
    const request_definition = { method: 'POST', path: '', input_schema: inputSchema };
    const doc = { id, name: String(name), description: String(description ?? ''), request_definition };
    return { kind: TOOL_KIND, id, teamId, profileId, parentId, createdAt: now, doc };
  });
  const mcp_tool_sync = { tools: tools.length, synced_at: instantOf(now) };
  return { after: withFields(connector, { connection_status: { status: 'CONNECTED' }, mcp_tool_sync }), tools };
}

export const handlers: Readonly<Record<string, Handler>> = {
  runBusinessAgentConnectorTool,
  getBusinessAgentConnectorLogs,
  refreshBusinessAgentConnectorTools,
};
