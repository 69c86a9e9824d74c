/** Serves operations that no area file knows, from what their cards say of the resource. Looked up by operations.ts. */
import type { Card } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import { refuse, type Handler } from '../call.ts';

export const genericHandler =
  (_card: Card, _schemas: Schemas): Handler =>
  async () =>
    refuse('feature_not_available', { message: 'The local service does not serve this operation yet.' });
