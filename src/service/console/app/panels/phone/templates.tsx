/** WhatsApp templates and their reviewer: submitted, approved or refused by hand. */
import { useState } from 'preact/hooks';
import type { Account } from '../../data/account-record.ts';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Card, Empty, Loaded, Pill, Status } from '../../parts/small.tsx';
import { words } from '../../parts/text.ts';
import { NewTemplate } from './new-template.tsx';

interface Template {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly category: string;
  readonly language: string;
  readonly components: readonly { readonly type: string; readonly text?: string }[];
}

/** States in which a reviewer has the word. */
const OPEN = ['PENDING', 'IN_APPEAL'];

export function Templates({ account: { _id: accountId, username } }: { account: Account }) {
  const [isNew, setNew] = useState(false);
  const list = useResource<{ templates: readonly Template[] }>(
    pathOf('getWhatsAppTemplates'),
    ['whatsapp_template', 'work', 'clock'],
    { accountId },
  );
  return (
    <Card
      title={`WhatsApp templates of ${username}`}
      action={
        <>
          <button onClick={() => setNew(true)}>Submit a template</button>
          <Command text={`svc whatsapp templates list --account-id ${accountId}`} />
        </>
      }
      flush
    >
      <Loaded from={list} lines={3}>
        {({ templates }) =>
          templates.length === 0 ? (
            <Empty title="No template yet">
              <p>After 24 hours without a word from the customer only an approved template may be sent.</p>
            </Empty>
          ) : (
            <ul class="list">
              {templates.map((one) => (
                <TemplateRow key={`${one.name} ${one.language}`} template={one} accountId={accountId} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isNew && <NewTemplate accountId={accountId} onClose={() => setNew(false)} />}
    </Card>
  );
}

function TemplateRow({
  template: { name, status, category, language, components },
  accountId,
}: {
  template: Template;
  accountId: string;
}) {
  const isOpen = OPEN.includes(status);
  const decide = (decision: 'APPROVED' | 'REJECTED'): Promise<unknown> => {
    const reason = decision === 'REJECTED' ? { reason: 'The text does not fit its category.' } : {};
    const body = { type: 'template_status', accountId, name, language, status: decision, ...reason };
    return act(
      '/_local/inbound',
      { method: 'POST', body },
      { done: `${name} is ${decision === 'APPROVED' ? 'approved' : 'refused'}.` },
    );
  };
  return (
    <li class="item top">
      <span class="grow stack close">
        <span>
          <b>{name}</b> <span class="small soft">{language}</span>
        </span>
        <span class="small soft words">
          {components
            .map(({ text }) => text ?? '')
            .join('\n')
            .trim()}
        </span>
        {isOpen && (
          <Command
            text={`svc local inbound template-status --account-id ${accountId} --name ${name} --language ${language} --status APPROVED`}
          />
        )}
      </span>
      <Pill>{words(category)}</Pill>
      <Status status={status} />
      {isOpen && (
        <>
          <button onClick={() => void decide('APPROVED')}>Approve</button>
          <button class="danger" onClick={() => void decide('REJECTED')}>
            Refuse
          </button>
        </>
      )}
    </li>
  );
}
