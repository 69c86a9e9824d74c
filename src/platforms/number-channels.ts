/** What a phone number carries besides calls, by the words of the stock and of searches. */
export const CHANNEL = { texts: 'sms', whatsapp: 'whatsapp' } as const;
