/** The command that does the same, copied by a click. */
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button class="command" title="Copy this command" onClick={() => void copy()}>
      <span class="cut">{text}</span>
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span class="spoken" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  );
}
