/** The business agent of a whatsapp account: onboarded once, and named by its account wherever a call does not name it. Everything else is served by engine/. */
import { ok, type Call, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { draft } from '../../engine/draft.ts';
import { engine, inScene } from '../../engine/engine.ts';
import { formsOf } from '../../engine/form.ts';
import { notFound } from '../../engine/not-found.ts';
import { viewOf } from '../../engine/view.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

const AGENT_KIND = 'business_agent';

/** The agent of the account in the path; an account has one at most. */
async function agentOf({ caller, path }: Call, read: Reader): Promise<RecordOf<typeof AGENT_KIND> | undefined> {
  const [agent] = await read.list(AGENT_KIND, { teamId: caller.teamId, parentId: String(path['accountId']) });
  return agent;
}

/** What is left to do is done by people on whatsapp; the simulated one has the terms accepted and asks for nothing. */
const getBusinessAgentStatus = inScene(async ({ call, desk, effect, kind, schemas }) => {
  const agent = await agentOf(call, desk.store.read);
  const [{ properties: { settings = {} } = {} } = {}] = formsOf(call.card.responses['2XX'] ?? {}, schemas);
  return ok({
    eligible: null,
    ...effect.answer,
    onboarded: agent?.doc.onboarded === true,
    enabled: agent?.doc.rollout.enabled === true,
    agentId: agent?.id ?? null,
    settings: agent === undefined ? null : viewOf({ record: agent, counts: {} }, settings, { kind, schemas }),
    manualSteps: [],
    unverifiedSteps: [],
  });
});

/** Onboarding again names the agent that is there. */
const onboardBusinessAgent = inScene((scene) =>
  commit(scene.desk, [`${AGENT_KIND}/${scene.owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const known = await agentOf(scene.call, view);
    const agent = known ?? draft(scene, {});
    return { records: known === undefined ? [agent] : [], result: ok({ agentId: agent.id }) };
  }),
);

/** Without the id of an agent, the agent of the account. */
const updateBusinessAgentSettings: Handler = async (call, desk) => {
  const agent = await agentOf(call, desk.store.read);
  const { agentId = agent?.id } = call.query;
  if (agent !== undefined && agentId !== agent.id) return notFound(AGENT_KIND, { param: 'agentId' });
  return engine({ ...call, query: { ...call.query, agentId } }, desk);
};

/** Without a name, a document has that in its address. */
const uploadBusinessAgentFile: Handler = (call, desk) => {
  const { url, fileName = fileNameIn(String(url)) } = call.body;
  return engine({ ...call, body: { ...call.body, fileName } }, desk);
};

const fileNameIn = (url: string): string => decodeURIComponent(/([^/?#]+)\/?(?:[?#].*)?$/.exec(url)?.[1] ?? url);

/** Takes the place of what was there: a field that is not sent is empty afterwards. */
const replacing: Handler = (call, desk) => {
  const { schemas } = desk.catalog.file(call.card.area);
  const [{ properties = {} } = {}] = formsOf(call.card.body?.schema ?? {}, schemas);
  const empty = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
  return engine({ ...call, body: { ...empty, ...call.body } }, desk);
};

export const handlers: Readonly<Record<string, Handler>> = {
  getBusinessAgentStatus,
  onboardBusinessAgent,
  updateBusinessAgentSettings,
  uploadBusinessAgentFile,
  replaceBusinessAgentBusinessInformation: replacing,
  updateBusinessAgentConnector: replacing,
  updateBusinessAgentConnectorTool: replacing,
  updateBusinessAgentFaq: replacing,
  updateBusinessAgentSkill: replacing,
  updateBusinessAgentUiSkill: replacing,
  updateBusinessAgentWebsite: replacing,
};
