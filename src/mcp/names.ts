/** What a generated tool is called. Source: MCP-16 */
import type { Card } from '../kernel/card.ts';

/** `{category}_{operation}`: `webhooks_get_webhook_logs`. At most 64 characters, which is what clients take. */
export const toolName = ({ area, id }: Pick<Card, 'area' | 'id'>): string => `${snake(area)}_${snake(id)}`;

const snake = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
