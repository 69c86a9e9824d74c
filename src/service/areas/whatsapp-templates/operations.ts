/** Message templates of a business: addressed by their name and language below their account, reviewed whenever they are submitted or changed. Served by engine/. */
import { fieldsIn } from '../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { moveRefusal } from '../../engine/moves.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { template } from '../../states/template.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { inLowerCase } from './components.ts';
import { componentsProblem, libraryComponents } from './judging.ts';
import { NO_REASON, statusEvent } from './events.ts';
import { ambiguityOf } from './languages.ts';
import { findTemplates, TEMPLATE_KIND, type TemplateRecord } from './record.ts';
import { reviewOf, stateOf } from './reviewing.ts';

const GOING = { status: template.move('APPROVED', 'delete')?.to ?? 'PENDING_DELETION' } as const;

/** A new template is reviewed; a second one of its name and language is refused. Source: ASM-18, EVT-103 */
const submit: Follow<typeof TEMPLATE_KIND> = async ([{ after } = {}], { now }, view) => {
  const account = after && (await view.get(ACCOUNT_KIND, after.doc.accountId));
  if (after === undefined || account === undefined) return {};
  const { name, language, accountId } = after.doc;
  const known = await findTemplates(view, { teamId: after.teamId, accountId, name, language });
  if (known.some(({ id }) => id !== after.id)) return { refusal: existsAlready(after) };
  return {
    events: [statusEvent(account, after, { status: stateOf(after) })],
    due: await reviewOf(view, after, now),
  };
};

const existsAlready = ({ doc: { name, language = '' } }: TemplateRecord): Reply =>
  refuse('invalid_resource_state', {
    param: 'name',
    message: `The account already has a template ${name} in ${language}. Update it, or choose another name or language.`,
  });

/** A template is reviewed again whenever it changes. */
const edit: Follow<typeof TEMPLATE_KIND> = async ([written = {}], { now }, view) => {
  const refusal = moveRefusal(template, 'edit', written);
  const account = written.after && (await view.get(ACCOUNT_KIND, written.after.doc.accountId));
  if (refusal !== undefined || written.after === undefined || account === undefined) return { refusal };
  const after = withFields(written.after, { rejected_reason: NO_REASON });
  return {
    records: [after],
    events: [statusEvent(account, after, { status: stateOf(after) })],
    due: await reviewOf(view, after, now),
  };
};

const emitDeleted: Follow<typeof TEMPLATE_KIND> = async ([{ before } = {}], _scene, view) => {
  const account = before && (await view.get(ACCOUNT_KIND, before.doc.accountId));
  return before === undefined || account === undefined ? {} : { events: [statusEvent(account, before, GOING)] };
};

/** A name without a language takes away the template in every language. */
const deleteWhatsAppTemplate = inScene(({ call, desk }) => {
  const { language, accountId } = call.query;
  return commit(desk, [`${TEMPLATE_KIND}/${String(accountId)}`], async (view): Promise<Changes & { result: Reply }> => {
    const removed = await templatesIn(call, view);
    const account = await view.get(ACCOUNT_KIND, String(accountId));
    if (account === undefined || removed.length === 0) return { result: notFound(TEMPLATE_KIND) };
    const { requestId } = call;
    const events = removed.map((one) => ({ ...statusEvent(account, one, GOING), requestId }));
    const scope = language === undefined ? { scope: 'all_languages' } : { scope: 'language', language };
    return { removed, events, result: ok({ success: true, ...scope, message: 'Deleted.' }) };
  });
});

/** Serves the template that the call names below its account, under its id. Source: WAP-04 */
const ofTemplate = (handler: Handler): Handler =>
  inScene(async ({ call, desk }) => {
    const found = await templatesIn(call, desk.store.read);
    const [first] = found;
    if (first === undefined) return notFound(TEMPLATE_KIND);
    const place = call.path['templateId'] === undefined ? 'templateName' : 'templateId';
    return ambiguityOf(found) ?? handler({ ...call, path: { [place]: first.id } }, desk);
  });

/** Templates of the account that the call names, by id or by name and language. */
async function templatesIn({ caller, path, query, body }: Call, read: Reader): Promise<readonly TemplateRecord[]> {
  const accountId = query['accountId'] ?? body['accountId'];
  const { teamId } = caller;
  const { templateId, templateName: name } = path;
  if (templateId === undefined)
    return findTemplates(read, { teamId, accountId, name, language: query['language'] ?? body['language'] });
  const found = await read.get(TEMPLATE_KIND, templateId);
  return found?.teamId === teamId && found.doc.accountId === accountId ? [found] : [];
}

/** Refuses parts that no reviewer is shown. Of the library, the parts are those of the template there. Source: readings, "WhatsApp" */
const submitting =
  (handler: Handler): Handler =>
  async (call, desk) => {
    const { library_template_name: copied, library_template_button_inputs: inputs, components } = call.body;
    if (copied === undefined) {
      const problem = components === undefined ? undefined : componentsProblem(fieldsIn(components));
      return problem ?? handler(call, desk);
    }
    const row = desk.catalog.fixtures()[LIBRARY]?.find(({ name }) => name === copied);
    return row === undefined
      ? notFound(LIBRARY, { param: 'library_template_name' })
      : handler({ ...call, body: { ...call.body, components: libraryComponents(row, inputs) } }, desk);
  };

const LIBRARY = 'whatsapp_library_template';

export const handlers: Readonly<Record<string, Handler>> = {
  createWhatsAppTemplate: inLowerCase(submitting(engineWith(submit))),
  getWhatsAppTemplate: ofTemplate(engine),
  getWhatsAppTemplateById: ofTemplate(engine),
  updateWhatsAppTemplate: inLowerCase(submitting(ofTemplate(engineWith(edit)))),
  updateWhatsAppTemplateById: inLowerCase(submitting(ofTemplate(engineWith(edit)))),
  deleteWhatsAppTemplate,
  deleteWhatsAppTemplateById: ofTemplate(engineWith(emitDeleted)),
};
