/** How a number of the team answers calls: a menu, a voicemail, or both. */
import { useState } from 'preact/hooks';
import { act } from '../../data/act.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { quoted } from '../../parts/shell-words.ts';
import type { TeamNumber } from './team-number.ts';

const KEY = '1';

export function Answering({ team: { _id: id, phoneNumber }, onClose }: { team: TeamNumber; onClose: () => void }) {
  const [fields, setFields] = useState({ hasMenu: true, forwardTo: '+12025550177', hasVoicemail: true });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const { hasMenu, forwardTo, hasVoicemail } = fields;
  const option = { digit: KEY, forwardTo, label: 'Orders' };
  const prompt = `Press ${KEY} for orders.`;
  const save = async (): Promise<void> => {
    const body = {
      voicemailEnabled: hasVoicemail,
      ivrEnabled: hasMenu,
      ...(hasMenu ? { ivrPrompt: prompt, ivrOptions: [option] } : {}),
    };
    const done = `${phoneNumber} answers that way.`;
    if ((await act(pathOf('enableVoiceOnNumber', { id }), { method: 'POST', body }, { done })) !== undefined) onClose();
  };
  const command = [
    `svc phone-numbers voice enable ${id}`,
    hasVoicemail ? '--voicemail-enabled' : '--no-voicemail-enabled',
    ...(hasMenu
      ? ['--ivr-enabled', '--ivr-prompt', quoted(prompt), '--ivr-options', quoted(JSON.stringify(option))]
      : ['--no-ivr-enabled']),
  ].join(' ');
  return (
    <Dialog
      title="How the team answers"
      onClose={onClose}
      footer={
        <>
          <Command text={command} />
          <button class="main" onClick={() => void save()}>
            Save
          </button>
        </>
      }
    >
      <label class="tick">
        <input type="checkbox" checked={hasMenu} onChange={(event) => set({ hasMenu: event.currentTarget.checked })} />A
        menu: “{prompt}”
      </label>
      {hasMenu && (
        <label class="field">
          Key {KEY} rings at
          <input value={forwardTo} onInput={(event) => set({ forwardTo: event.currentTarget.value })} />
        </label>
      )}
      <label class="tick">
        <input
          type="checkbox"
          checked={hasVoicemail}
          onChange={(event) => set({ hasVoicemail: event.currentTarget.checked })}
        />
        A voicemail, where nobody answers
      </label>
    </Dialog>
  );
}
