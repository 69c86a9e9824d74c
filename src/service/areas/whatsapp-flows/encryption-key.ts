/** The key with which what a flow asks of a server is encrypted. Kept by engine/ once it is one that the platform takes. */
import { createPublicKey } from 'node:crypto';
import type { Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { refuse } from '../../refuse.ts';

const BITS = 2_048;

const isRsaKey = (pem: string): boolean => {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: pem, format: 'pem' });
    return asymmetricKeyType === 'rsa' && asymmetricKeyDetails?.modulusLength === BITS;
  } catch {
    return false;
  }
};

/** A private key has its public half in it, but must not leave the server. */
const isPublic = (pem: string): boolean => /-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem);

const setWhatsAppFlowsEncryptionKey: Handler = (call, desk) => {
  const pem = String(call.body['businessPublicKey']);
  if (isPublic(pem) && isRsaKey(pem)) return engine(call, desk);
  return Promise.resolve(
    refuse('invalid_field_value', {
      param: 'businessPublicKey',
      message: '`businessPublicKey` must be a public RSA key of 2048 bits as PEM text.',
    }),
  );
};

export const handlers: Readonly<Record<string, Handler>> = { setWhatsAppFlowsEncryptionKey };
