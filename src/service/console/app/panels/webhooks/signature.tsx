/** Checks a secret against the signature that deliveries carry. The secret stays in this page. */
import { useState } from 'preact/hooks';
import { Pill } from '../../parts/small.tsx';
import { signatureOf } from './event.ts';

/** @param sent values of the headers of all deliveries */
export function Signature({ body, sent }: { body: string; sent: readonly string[] }) {
  const [secret, setSecret] = useState('');
  const [signature, setSignature] = useState('');
  const compute = async (text: string): Promise<void> => {
    setSecret(text);
    setSignature(text === '' ? '' : await signatureOf(body, text));
  };
  return (
    <div class="stack close">
      <label class="field">
        Check a secret
        <input
          autocomplete="off"
          placeholder="The secret that your receiver uses"
          value={secret}
          onInput={(event) => void compute(event.currentTarget.value)}
        />
      </label>
      {signature !== '' && (
        <p class="small" role="status">
          {sent.includes(signature) ? (
            <Pill tone="good">It is the secret of the endpoint</Pill>
          ) : sent.length > 0 ? (
            <Pill tone="bad">No delivery carries this signature</Pill>
          ) : null}{' '}
          <code class="wrap-anywhere">{signature}</code>
        </p>
      )}
    </div>
  );
}
