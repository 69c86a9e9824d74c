/** Message templates of a business: addressed by their name and language below their account, and announced whenever they are handed in, changed or deleted. Served by engine/. */
import { eventOf, plainAccount } from '../../causes/cause.ts';
import { ok, type Call } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { engine, engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import type { NewEvent, Reader, RecordOf } from '../../store/store.ts';

const TEMPLATE_KIND = 'whatsapp_template';

type TemplateRecord = RecordOf<typeof TEMPLATE_KIND>;

/** A template is looked at again whenever it changes. Source: EVT-103 */
const reviewing: Follow<typeof TEMPLATE_KIND> = async ([{ before, after } = {}], _scene, view) => {
  const record = after ?? before;
  const account = await view.get(ACCOUNT_KIND, record?.doc.accountId ?? '');
  if (record === undefined || account === undefined) return {};
  return { events: [statusEvent(account, record, after === undefined ? 'PENDING_DELETION' : undefined)] };
};

function statusEvent(account: AccountRecord, { id, doc }: TemplateRecord, status = doc.status): NewEvent {
  const { name, language = '' } = doc;
  const template = { templateId: id, name, language, status, reason: 'NONE' };
  return eventOf('whatsapp.template.status_updated', account, { account: plainAccount(account), template });
}

/** A name without a language takes away the template in every language. */
const deleteWhatsAppTemplate = inScene(({ call, desk }) => {
  const { language, accountId } = call.query;
  return commit(desk, [`${TEMPLATE_KIND}/${String(accountId)}`], async (view) => {
    const templates = await templatesOf(call, view);
    const account = await view.get(ACCOUNT_KIND, String(accountId));
    const [first] = templates;
    if (account === undefined || first === undefined) return { result: notFound(TEMPLATE_KIND) };
    const events = templates.map((one) => ({
      ...statusEvent(account, one, 'PENDING_DELETION'),
      requestId: call.requestId,
    }));
    const scope = language === undefined ? { scope: 'all_languages' } : { scope: 'language', language };
    return { removed: templates, events, result: ok({ success: true, ...scope, message: 'Deleted.' }) };
  });
});

/** Serves the template that the call names below its account, under its id. Source: WAP-04 */
const named = (handler: Handler): Handler =>
  inScene(async ({ call, desk }) => {
    const [found] = await templatesOf(call, desk.store.read);
    if (found === undefined) return notFound(TEMPLATE_KIND);
    const place = call.path['templateId'] === undefined ? 'templateName' : 'templateId';
    return handler({ ...call, path: { [place]: found.id } }, desk);
  });

/** Templates of the account that the call names, by id or by name and language. */
async function templatesOf({ caller, path, query, body }: Call, read: Reader): Promise<readonly TemplateRecord[]> {
  const accountId = query['accountId'] ?? body['accountId'];
  const language = query['language'] ?? body['language'];
  const all = await read.list(TEMPLATE_KIND, { teamId: caller.teamId });
  return all.filter(
    ({ id, doc }) =>
      doc.accountId === accountId &&
      (path['templateId'] === undefined
        ? [doc.name, id].includes(path['templateName'] ?? '') && (language === undefined || doc.language === language)
        : id === path['templateId']),
  );
}

export const handlers: Readonly<Record<string, Handler>> = {
  createWhatsAppTemplate: engineWith(reviewing),
  getWhatsAppTemplate: named(engine),
  getWhatsAppTemplateById: named(engine),
  updateWhatsAppTemplate: named(engineWith(reviewing)),
  updateWhatsAppTemplateById: named(engineWith(reviewing)),
  deleteWhatsAppTemplate,
  deleteWhatsAppTemplateById: named(engineWith(reviewing)),
};
