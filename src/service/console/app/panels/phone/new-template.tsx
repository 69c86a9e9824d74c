/** A WhatsApp template is written and submitted for review. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { quoted } from '../../parts/shell-words.ts';
import { words } from '../../parts/text.ts';

const CATEGORIES = ['UTILITY', 'MARKETING'] as const;

export function NewTemplate({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const [fields, setFields] = useState({
    name: 'order_ready',
    category: 'UTILITY',
    language: 'en_US',
    text: 'Your order is ready. See you soon!',
  });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const { name, category, language, text } = fields;
  const components = [{ type: 'BODY', text }];
  const submit = async (): Promise<void> => {
    const body = { accountId, name, category, language, components };
    const done = `${name} is with its reviewer.`;
    if ((await act(pathOf('createWhatsAppTemplate'), { method: 'POST', body }, { done })) !== undefined) onClose();
  };
  return (
    <Dialog
      title="Submit a template"
      onClose={onClose}
      footer={
        <>
          <Command
            text={`svc whatsapp templates create --account-id ${accountId} --name ${quoted(name)} --category ${category} --language ${quoted(language)} --components ${quoted(JSON.stringify(components[0]))}`}
          />
          <button class="main" onClick={() => void submit()}>
            Submit
          </button>
        </>
      }
    >
      <label class="field">
        Name
        <input value={name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </label>
      <label class="field">
        Category
        <select value={category} onChange={(event) => set({ category: event.currentTarget.value })}>
          {CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Language
        <input value={language} onInput={(event) => set({ language: event.currentTarget.value })} />
      </label>
      <label class="field">
        Text
        <textarea value={text} onInput={(event) => set({ text: event.currentTarget.value })} />
      </label>
    </Dialog>
  );
}
