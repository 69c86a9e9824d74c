/** A key that the platform takes, for the tests beside this file. */
import { generateKeyPairSync } from 'node:crypto';

/** @returns a public RSA key of 2048 bits as PEM text */
export const flowKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
