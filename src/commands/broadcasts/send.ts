/** `svc broadcasts send` with `--wait`, and a question that says to how many it goes. */
import { waiting } from '../../cli/course-wait.ts';
import type { Context } from '../../cli/command.ts';
import type { CallInput } from '../../client/request.ts';
import { isFields } from '../../kernel/json.ts';
import { platformLabel } from '../../platforms/labels.ts';

async function question({ path, query, headers }: CallInput, { catalog, call }: Context): Promise<string> {
  const { body } = await call(catalog.card('getBroadcast'), { path, query, headers });
  const broadcast = isFields(body) && isFields(body['broadcast']) ? body['broadcast'] : {};
  const { platform, recipientCount } = broadcast;
  if (recipientCount === 0) return 'This broadcast has no recipients. Send it anyway?';
  const people = Number(recipientCount ?? 0).toLocaleString('en-US');
  return `Send to ${people} ${recipientCount === 1 ? 'person' : 'people'} over ${platformLabel(String(platform))}? Messages cannot be unsent and may cost money.`;
}

export default waiting('broadcasts send', 'broadcast', question);
