/** The signature of a delivery. Sender and receiver compute it here. */
import { createHmac } from 'node:crypto';

/**
 * @param body the bytes as they are sent; a string is encoded as UTF-8
 * @returns 64 lowercase hexadecimal characters
 * Source: WHK-47
 */
export const signatureOf = (body: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
