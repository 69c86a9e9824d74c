/** What a reply says: text, a file, or a template of WhatsApp by its name. Used by commands/inbox/reply.ts. */
import { failure } from '../../kernel/failure.ts';
import { isFields, textOf, type Fields } from '../../kernel/json.ts';
import type { Context } from '../command.ts';

/** A reply as it was typed. */
export interface Reply {
  readonly text: string | undefined;
  readonly attachmentUrl: string | undefined;
  readonly attachmentType: string | undefined;
  /** Why it may go out late, on Facebook and Instagram. */
  readonly messageTag: string | undefined;
  /** Name of a template. */
  readonly sendTemplate: string | undefined;
  readonly language: string | undefined;
  /** Values of {{1}}, {{2}} and so on. */
  readonly value: readonly string[];
}

/** @throws Failure `usage` for a reply that says nothing, or two things at once */
export function refuseUnsaid({ text, attachmentUrl, messageTag, sendTemplate, language, value }: Reply): void {
  const isPlain = text !== undefined || attachmentUrl !== undefined;
  if (!isPlain && sendTemplate === undefined)
    throw failure('usage', {
      message: 'A reply needs text, a file with --attachment-url, or a template with --send-template.',
      param: '<text>',
    });
  if (isPlain && sendTemplate !== undefined)
    throw failure('usage', { message: 'A template goes without text and files.', param: '--send-template' });
  if (messageTag !== undefined && sendTemplate !== undefined)
    throw failure('usage', { message: 'A template goes without a tag.', param: '--message-tag' });
  const spare = value.length > 0 ? '--value' : language === undefined ? undefined : '--language';
  if (sendTemplate === undefined && spare !== undefined)
    throw failure('usage', {
      message: `${spare} belongs to a template.`,
      param: spare,
      hint: 'Name it with --send-template.',
    });
}

/** @param language of the template */
export function replyBody(reply: Reply, language: string): Fields {
  const { text, attachmentUrl, attachmentType, messageTag, sendTemplate: name, value } = reply;
  if (name === undefined)
    return {
      ...(text !== undefined && { message: text }),
      ...(attachmentUrl !== undefined && { attachmentUrl, attachmentType: attachmentType ?? 'file' }),
      ...(messageTag !== undefined && { messagingType: 'MESSAGE_TAG', messageTag }),
    };
  const parameters = value.map((one) => ({ type: 'text', text: one }));
  const components = parameters.length > 0 && { components: [{ type: 'body', parameters }] };
  return { template: { name, language, ...components } };
}

/** The language that was given, else the only one of the template. @throws what the service refuses, such as a template in several languages */
export async function languageOf(
  { sendTemplate, language }: Reply,
  accountId: string,
  { catalog, call }: Context,
): Promise<string> {
  if (language !== undefined || sendTemplate === undefined) return language ?? '';
  const input = { path: { templateName: sendTemplate }, query: { accountId }, headers: {} };
  const { body } = await call(catalog.card('getWhatsAppTemplate'), input);
  const template = isFields(body) && isFields(body['template']) ? body['template'] : {};
  return textOf(template['language']) ?? '';
}
