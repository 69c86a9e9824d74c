/** Operations of phone numbers: the stock, orders with their documents, the numbers that a team has, and port-ins. */
import type { Handler } from '../../desk.ts';
import { handlers as callerIds } from './held/caller-id.ts';
import { handlers as channels } from './held/channels.ts';
import { handlers as profiles } from './held/profile.ts';
import { handlers as releases } from './held/release.ts';
import { handlers as trunks } from './held/trunks.ts';
import { handlers as buying } from './orders/buy.ts';
import { handlers as documents } from './orders/documents.ts';
import { handlers as forms } from './orders/kyc-form.ts';
import { handlers as submissions } from './orders/kyc.ts';
import { handlers as links } from './orders/link.ts';
import { handlers as remediation } from './orders/remediation.ts';
import { handlers as portChecks } from './ports/check.ts';
import { handlers as portIns } from './ports/create.ts';
import { handlers as portRequirements } from './ports/requirements.ts';
import { handlers as search } from './stock/search.ts';
import { handlers as watches } from './stock/watches.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...search,
  ...watches,
  ...buying,
  ...documents,
  ...forms,
  ...submissions,
  ...links,
  ...remediation,
  ...callerIds,
  ...channels,
  ...profiles,
  ...releases,
  ...trunks,
  ...portChecks,
  ...portIns,
  ...portRequirements,
};
