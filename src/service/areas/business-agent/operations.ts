/** The business agent of a whatsapp account: onboarded once, and named by its account wherever a call does not name it. Everything else is served by engine/. */
import { ok, type Call, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { draft } from '../../engine/draft.ts';
import { engine, inScene } from '../../engine/engine.ts';
import { formsOf } from '../../engine/form.ts';
import { notFound } from '../../engine/not-found.ts';
import { viewOf } from '../../engine/view.ts';
import type { Reader } from '../../store/store.ts';
import { handlers as connectors } from './connectors.ts';
import { handlers as notices } from './notices.ts';
import { AGENT_KIND, agentOf, NOT_ONBOARDED, type AgentRecord } from './record.ts';
import { handlers as rehearsals } from './rehearsals.ts';
import { replacing } from './replacing.ts';
import { handlers as skills } from './skills.ts';

/** The agent of the account in the path. */
const agentIn = ({ caller, path }: Call, read: Reader): Promise<AgentRecord | undefined> =>
  agentOf(read, { teamId: caller.teamId, accountId: String(path['accountId']) });

/** What is left to do is done by people on whatsapp; the simulated one has the terms accepted and asks for nothing. */
const getBusinessAgentStatus = inScene(async ({ call, desk, effect, kind, schemas }) => {
  const agent = await agentIn(call, desk.store.read);
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
    const known = await agentIn(scene.call, view);
    const agent = known ?? draft(scene, {});
    return { records: known === undefined ? [agent] : [], result: ok({ agentId: agent.id }) };
  }),
);

/** Without the id of an agent, the agent of the account. */
const updateBusinessAgentSettings = inScene(async ({ call, desk }) => {
  const agent = await agentIn(call, desk.store.read);
  if (agent === undefined) return NOT_ONBOARDED;
  const { agentId = agent.id } = call.query;
  if (agentId !== agent.id) return notFound(AGENT_KIND, { param: 'agentId' });
  return engine({ ...call, query: { ...call.query, agentId } }, desk);
});

/** Without a name, a document has that in its address. */
const uploadBusinessAgentFile: Handler = (call, desk) => {
  const { url, fileName = fileNameIn(String(url)) } = call.body;
  return engine({ ...call, body: { ...call.body, fileName } }, desk);
};

const fileNameIn = (url: string): string => decodeURIComponent(/([^/?#]+)\/?(?:[?#].*)?$/.exec(url)?.[1] ?? url);

export const handlers: Readonly<Record<string, Handler>> = {
  getBusinessAgentStatus,
  onboardBusinessAgent,
  updateBusinessAgentSettings,
  ...connectors,
  ...notices,
  ...rehearsals,
  ...skills,
  uploadBusinessAgentFile,
  replaceBusinessAgentBusinessInformation: replacing(engine),
  updateBusinessAgentConnector: replacing(engine),
  updateBusinessAgentConnectorTool: replacing(engine),
  updateBusinessAgentFaq: replacing(engine),
  updateBusinessAgentUiSkill: replacing(engine),
  updateBusinessAgentWebsite: replacing(engine),
};
