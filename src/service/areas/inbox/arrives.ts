/** What networks cause in the inbox: messages, what people do in conversations, and what they do in public. */
import type { Inbound } from '../../causes/cause.ts';
import { conversing } from './arrives-conversing.ts';
import { messages } from './arrives-messages.ts';
import { fromThePublic } from './arrives-public.ts';

export const arrives: Readonly<Record<string, Inbound>> = { ...messages, ...conversing, ...fromThePublic };
