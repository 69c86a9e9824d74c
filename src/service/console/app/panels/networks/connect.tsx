/** An account is connected, as if somebody had signed in at the network. */
import { useState } from 'preact/hooks';
import { platformLabel } from '../../../../../platforms/labels.ts';
import { PLATFORMS } from '../../../../../platforms/platforms.ts';
import { act } from '../../data/act.ts';
import { useResource } from '../../data/resource.ts';
import { pathOf } from '../../data/paths.ts';
import { Command } from '../../parts/command.tsx';
import { flag } from '../../parts/shell-words.ts';
import { Dialog } from '../../parts/dialog.tsx';

interface Profile {
  readonly _id: string;
  readonly name: string;
}

export function Connect({ onClose, onDone }: { onClose: () => void; onDone: (accountId: string) => void }) {
  const profiles = useResource<{ profiles: readonly Profile[] }>(pathOf('listProfiles'), ['profile']);
  const [fields, setFields] = useState({ platform: Object.keys(PLATFORMS)[0] ?? '', username: '', profileId: '' });
  const set = (change: Partial<typeof fields>): void => setFields({ ...fields, ...change });
  const connect = async (): Promise<void> => {
    const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    const answer = await act<{ account: { _id: string } }>(
      '/_local/accounts',
      { method: 'POST', body },
      { done: `${platformLabel(fields.platform)} is connected.` },
    );
    if (answer === undefined) return;
    onClose();
    onDone(answer.account._id);
  };
  return (
    <Dialog
      title="Connect an account"
      onClose={onClose}
      footer={
        <>
          <Command
            text={`svc local accounts add ${fields.platform}${flag('username', fields.username)}${flag('profile', fields.profileId)}`}
          />
          <button class="main" onClick={() => void connect()}>
            Connect
          </button>
        </>
      }
    >
      <label class="field">
        Network
        <select value={fields.platform} onChange={(event) => set({ platform: event.currentTarget.value })}>
          {Object.keys(PLATFORMS).map((one) => (
            <option key={one} value={one}>
              {platformLabel(one)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        Username
        <input
          placeholder="Made up when left empty"
          value={fields.username}
          onInput={(event) => set({ username: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        Profile
        <select value={fields.profileId} onChange={(event) => set({ profileId: event.currentTarget.value })}>
          <option value="">The default profile</option>
          {profiles.data?.profiles.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  );
}
