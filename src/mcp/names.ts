/** What a generated tool is called. Source: MCP-16 */
import type { Card } from '../kernel/card.ts';
import { snake } from './spelling.ts';

/** `{category}_{operation}`: `webhooks_get_webhook_logs`. At most 64 characters, which is what clients take. */
export const toolName = ({ area, id }: Pick<Card, 'area' | 'id'>): string => `${snake(area)}_${snake(id)}`;
