/** What each type of step does, decided on what the run knows. What asks a network or an endpoint was asked before, in asked.ts. Called by steps.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { type Fields, fieldsIn, isFields, textOf } from '../../../kernel/json.ts';
import { handoverOf } from '../../../platforms/inbox.ts';
import type { Reply } from '../../call.ts';
import { together, type View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { fractionOf } from '../../networks/chance.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';
import { placeCall } from '../calls/offers.ts';
import { fieldChanges, fieldValue, fillText, tagChanges, templateFor } from '../contacts/offers.ts';
import { movedEvents } from '../inbox/events.ts';
import { participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';
import { CONVERSATION } from '../inbox/record.ts';
import { enrolContact } from '../sequences/offers.ts';
import type { Asked } from './asked.ts';
import { placingOf } from './calling.ts';
import {
  ASSIGNMENTS,
  type Branch,
  branchesIn,
  CHOICES,
  configOf,
  FIELD,
  HANDOFF_TARGET,
  hasMessage,
  IS_SENT,
  mediaType,
  mediaUrl,
  messageText,
  numberOf,
  PARTS,
  PROMPT,
  RESULT,
  restUntil,
  SEQUENCE,
  settingOf,
  SHARE,
  spanOf,
  SPLITS,
  TAG,
  TIMEOUT,
  TOOLS,
  VARIABLE,
  wordsIn,
} from './config.ts';
import { casesIn, conditionOutcome } from './conditions.ts';
import { toolOutcome, wayFrom } from './graph.ts';
import type { Outcome, Standing } from './runs.ts';
import { filledDeep } from './values.ts';

/** A step with all that it is decided on. */
export interface Step extends Standing {
  readonly view: View;
  readonly desk: Desk;
  readonly config: Fields;
  readonly scope: Fields;
  readonly contact: RecordOf<'contact'> | undefined;
  /** What the network or the endpoint said, for steps that ask one. */
  readonly asked: Asked | undefined;
}

type Doing = (step: Step) => Outcome | Promise<Outcome>;

const goOn: Doing = () => ({});

async function sendText({ view, desk, run, workflow, config, scope, asked }: Step): Promise<Outcome> {
  const account = await view.get(ACCOUNT_KIND, workflow.doc.accountId);
  const to = run.doc.platformIdentifier;
  if (account === undefined) return { error: 'The account of the workflow does not exist.' };
  if (!account.doc.isActive) return { error: 'The account of the workflow is disconnected.' };
  if (to === undefined) return { error: 'The run has nobody to write to.' };
  if (asked?.problem !== undefined) return { error: asked.problem };
  const known = await view.get(CONVERSATION, run.doc.conversationId ?? '');
  const owner = known?.doc.threadControl ?? 'app';
  if (handoverOf(account.doc.platform) === 'app' && owner !== 'app')
    return { error: 'Another app has control of the conversation.' };
  const { personName: name } = run.doc;
  const text = messageText(config);
  const url = mediaUrl(config);
  const content = contentOf(config, scope);
  if (typeof content === 'string') return { error: content };
  const sent = await sendMessage(sceneIn(view, desk, workflow.teamId), {
    account,
    person: participantOf({ id: to, ...(name === undefined ? {} : { name }) }, account.doc.platform),
    ...(known === undefined ? {} : { into: { record: known, isNew: false } }),
    text: text === undefined ? null : fillText(text, scope),
    parts: content,
    ...(url === undefined ? {} : { attachments: [{ type: mediaType(config), url: fillText(url, scope) }] }),
    more: { workflowId: workflow.id, executionId: run.id },
  });
  return {
    changes: sent.changes,
    ...(sent.refusal === undefined ? {} : { error: sentenceOf(sent.refusal) }),
    fields: { conversationId: sent.conversation.id },
    meta: { messageId: sent.message.id, text: sent.message.doc.message, recipient: to },
  };
}

/** The parts of a message besides its text, filled; or in a sentence what the template lacks. */
function contentOf(config: Fields, scope: Fields): Fields | string {
  const content = Object.fromEntries(
    PARTS.flatMap((one) => (config[one] === undefined ? [] : [[one, filledDeep(config[one], scope)]])),
  );
  const { template } = content;
  if (!isFields(template) || !isFields(template['variableMapping'])) return content;
  const mapped = templateFor({ ...template, variableMapping: mappingIn(template['variableMapping']) }, scope);
  return 'problem' in mapped ? mapped.problem : { ...content, template: mapped.template };
}

/** Texts are kept as they are: they are filled already. */
const mappingIn = (mapping: Fields): Fields =>
  Object.fromEntries(
    Object.entries(mapping).map(([place, value]) => [
      place,
      isFields(value) ? value : { field: 'custom', customValue: value },
    ]),
  );

const sentenceOf = ({ body }: Reply): string => textOf((body as Fields)['error']) ?? 'The message was not sent.';

const waitForReply: Doing = ({ config, now }) => {
  const span = spanOf(config, TIMEOUT);
  return { wait: { kind: 'reply', until: span === undefined ? null : now + span } };
};

const rest: Doing = ({ config, now }) => ({ wait: { kind: 'timer', until: restUntil(config, now) ?? now } });

const setVariable: Doing = ({ config, scope }) => {
  const { variables } = config;
  if (isFields(variables)) return { variables: filledDeep(variables, scope) as Fields };
  const assignments = fieldsIn(settingOf(config, ASSIGNMENTS));
  if (assignments.length > 0) return { variables: assigned(assignments, scope) };
  const name = String(settingOf(config, VARIABLE));
  return { variables: { [name]: filledDeep(config['value'] ?? null, scope) } };
};

/** One after the other: each may name those before it. */
const assigned = (assignments: readonly Fields[], scope: Fields): Fields =>
  assignments.reduce<Fields>((known, one) => {
    const name = String(settingOf(one, VARIABLE));
    return { ...known, [name]: filledDeep(one['value'] ?? null, { ...scope, ...known }) };
  }, {});

/** The same run takes the same way at the same step, whenever it is asked. */
const split: Doing = ({ config, run, node }) => {
  const variants = branchesIn(config, SPLITS).map(({ handle, settings }) => ({
    handle,
    weight: numberOf(settingOf(settings, ['weight', 'percentage', 'percent', 'share'])) ?? 1,
  }));
  const share = numberOf(settingOf(config, SHARE)) ?? 50;
  const ways =
    variants.length > 0
      ? variants
      : [
          { handle: 'a', weight: share },
          { handle: 'b', weight: 100 - share },
        ];
  const whole = ways.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  let left = fractionOf(`split ${run.id} ${node.id}`) * whole;
  const way = ways.find(({ weight }) => (left -= Math.max(0, weight)) < 0) ?? ways.at(-1);
  return way === undefined ? {} : { handle: way.handle, meta: { percentage: share, chosen: way.handle } };
};

const NO_CONTACT = 'The person is not a contact.';

const changeTags =
  (isAdding: boolean): Doing =>
  ({ contact, config, scope, now }) => {
    if (contact === undefined) return { skipped: NO_CONTACT };
    const tags = wordsIn(settingOf(config, TAG)).map((tag) => fillText(tag, scope));
    const others = contact.doc.tags.filter((tag) => !tags.includes(tag));
    const after = isAdding ? [...contact.doc.tags, ...tags.filter((tag) => !contact.doc.tags.includes(tag))] : others;
    const changed = withFields(contact, { tags: [...new Set(after)], updatedAt: instantOf(now) });
    return { changes: together([{ records: [changed] }, tagChanges(contact, changed, now)]) };
  };

async function setField({ contact, config, scope, run, view, now }: Step): Promise<Outcome> {
  if (contact === undefined) return { skipped: NO_CONTACT };
  const slug = wordsIn(settingOf(config, FIELD))[0] ?? '';
  const field = (await view.list('contact_field', { teamId: contact.teamId })).find(({ doc }) => doc.slug === slug);
  if (field === undefined) return { error: `There is no contact field named ${slug}.` };
  const judged = fieldValue(field, filledDeep(config['value'] ?? null, scope));
  if ('problem' in judged) return { error: judged.problem };
  return {
    changes: fieldChanges(contact, { slug, value: judged.value, now }),
    fields: { contactId: run.doc.contactId ?? contact.id },
  };
}

/** Whoever is not enrolled goes on, or takes the way for errors where there is one. */
async function enrol({ view, desk, contact, config, workflow, node }: Step): Promise<Outcome> {
  const left = (why: string): Outcome =>
    wayFrom(workflow.doc, node.id, 'error') === undefined ? { skipped: why } : { error: why };
  if (contact === undefined) return left(NO_CONTACT);
  const sequenceId = wordsIn(settingOf(config, SEQUENCE))[0] ?? '';
  const { changes, problem } = await enrolContact(sceneIn(view, desk, workflow.teamId), { sequenceId, contact });
  if (changes === undefined) return left(problem ?? 'The contact was not enrolled.');
  const [name] = wordsIn(settingOf(config, RESULT));
  return { changes, handle: 'success', ...(name !== undefined && { variables: { [name]: { sequenceId } } }) };
}

/** No model is asked: what is chosen or said follows from the message and the settings alone. */
async function consult(step: Step): Promise<Outcome> {
  const { config, scope } = step;
  const choices = branchesIn(config, CHOICES);
  const [name = 'ai'] = wordsIn(settingOf(config, RESULT));
  const message = String(scope['message'] ?? '').toLowerCase();
  if (choices.length > 0) {
    const handle = chosenFrom(choices, message) ?? 'other';
    return { handle, variables: { [name]: handle } };
  }
  const tool = chosenFrom(branchesIn(config, TOOLS), message);
  if (tool !== undefined) return { handle: toolOutcome(tool), variables: { [name]: { tool } } };
  const prompt = fillText(wordsIn(settingOf(config, PROMPT)).join(' '), scope);
  const answer = `[ai] ${prompt}`.trim();
  const isSent = IS_SENT.some((one) => config[one] === true);
  const sent = isSent ? await sendText({ ...step, config: { text: answer }, scope: {} }) : {};
  const value = config['outputType'] === 'json' ? { text: answer } : answer;
  return { handle: 'success', ...sent, variables: { [name]: value } };
}

/** The first whose name or keyword is in the message; underscores in a name may be spaces. @param message in small letters */
const chosenFrom = (choices: readonly Branch[], message: string): string | undefined =>
  choices.find(({ handle, settings }) =>
    [handle, ...wordsIn(settings['name']), ...wordsIn(settings['label']), ...wordsIn(settings['keywords'])]
      .flatMap((word) => [word.toLowerCase(), word.toLowerCase().replaceAll('_', ' ')])
      .some((word) => message.includes(word)),
  )?.handle;

/** The run leaves the conversation to people, or to the platform's agent where that is named. */
async function handOff(step: Step): Promise<Outcome> {
  const { view, config, workflow, now } = step;
  const { note, assignTo } = config;
  const meta = { ...(note !== undefined && { note }), ...(assignTo !== undefined && { assignTo }) };
  const sent = { meta, ...(hasMessage(config) ? await sendText(step) : {}) };
  if (sent.error !== undefined) return sent;
  const id = sent.fields?.conversationId ?? step.run.doc.conversationId ?? '';
  const account = await view.get(ACCOUNT_KIND, workflow.doc.accountId);
  const latest = sent.changes?.records?.find((one) => one.kind === CONVERSATION && one.id === id);
  const before = (latest as RecordOf<'conversation'> | undefined) ?? (await view.get(CONVERSATION, id));
  const owner = settingOf(config, HANDOFF_TARGET) === 'ai_agent' ? 'ai_agent' : 'other';
  const isMoved = account !== undefined && handoverOf(account.doc.platform) === (owner === 'other' ? 'app' : 'agent');
  if (before === undefined || account === undefined || !isMoved) return { ...sent, ends: 'exited' };
  const after = withFields(before, { threadControl: owner });
  const moved = { records: [after], events: movedEvents(account, { before, after, metadata: '', now }) };
  return { ...sent, changes: together([sent.changes ?? {}, moved]), ends: 'exited' };
}

/** What the endpoint answered, as the run knows it from now on. */
const callEndpoint: Doing = ({ config, asked }) => {
  const [name = 'webhook'] = wordsIn(settingOf(config, RESULT));
  const { problem, answer, durationMs = 0, meta } = asked ?? {};
  const variables = answer === undefined ? {} : { [name]: answer };
  const outcome = { variables, durationMs, ...(meta !== undefined && { meta }) };
  return problem === undefined ? { handle: 'success', ...outcome } : { error: problem, ...outcome };
};

/** Who takes the call, and what becomes of it, is read in the call itself. */
async function startCall({ view, desk, run, workflow, config, scope, asked, now }: Step): Promise<Outcome> {
  const placing = placingOf({ run, workflow, config, scope });
  if (placing === undefined) return { error: 'The person has no phone number.' };
  const { problem: refusal } = asked ?? {};
  const { changes, callId, problem } = await placeCall({ read: view, ids: desk.ids, now }, { ...placing, refusal });
  const [name = 'call'] = wordsIn(settingOf(config, RESULT));
  return {
    changes,
    handle: 'success',
    ...(callId === undefined ? {} : { variables: { [name]: { id: callId } }, meta: { callId } }),
    ...(problem === undefined ? {} : { error: problem }),
  };
}

const chooseWay: Doing = ({ config, scope }) => {
  const matchedHandle = conditionOutcome(config, scope);
  return { handle: matchedHandle, meta: { matchedHandle, rulesEvaluated: Math.max(1, casesIn(config).length) } };
};

export const DOINGS: Readonly<Record<Standing['node']['type'], Doing>> = {
  trigger: goOn,
  send_message: sendText,
  wait_for_reply: waitForReply,
  condition: chooseWay,
  set_variable: setVariable,
  delay: rest,
  webhook: callEndpoint,
  ai: consult,
  handoff: handOff,
  start_call: startCall,
  a_b_split: split,
  set_field: setField,
  enroll_sequence: enrol,
  add_tag: changeTags(true),
  remove_tag: changeTags(false),
  end: () => ({ ends: 'completed' }),
};

/** What the step does. */
export const outcomeOfStep = async (step: Omit<Step, 'config'>): Promise<Outcome> =>
  DOINGS[step.node.type]({ ...step, config: configOf(step.node) });
