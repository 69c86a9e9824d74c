/** The page on which a customer provides the legal details for texting, with a link that works once. Forms only, without script. */
import { ENTITY_TYPES, requiredOf, VERTICALS, type Brand } from '../../areas/sms/brand.ts';
import { linkUnder, registerUnder } from '../../areas/sms/share.ts';
import type { Desk } from '../../desk.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { formOf, type Form } from '../device/form.ts';
import type { Guard } from '../guard.ts';
import { detailsPage, endPage, FIELDS, staleDetailsPage, unknownLinkPage, type Filled } from './views.ts';

const registering = (token: string): string => `registration ${token}`;

const tokenOf = ({ params }: RawRequest): string => params['token'] ?? '';

export async function show(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  return formPage({ request, desk, guard }, { values: new Map(), problems: new Map() });
}

interface Visit {
  readonly request: RawRequest;
  readonly desk: Desk;
  readonly guard: Guard;
}

async function formPage({ request, desk, guard }: Visit, filled: Filled): Promise<RawReply> {
  const shared = await linkUnder(desk.store.read, tokenOf(request), desk.clock.now());
  if (shared === undefined) return unknownLinkPage();
  if (shared.standing !== 'open') return endPage(shared.standing);
  const visitor = guard.visitor(request);
  const ticket = guard.ticket(visitor, registering(tokenOf(request)));
  return detailsPage({
    phone: shared.phone,
    token: tokenOf(request),
    ticket,
    headers: visitor.headers,
    filled,
    required: requiredOf('brand', desk),
  });
}

export async function submit(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const form = await formOf(request);
  const token = tokenOf(request);
  if (!guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: registering(token) }))
    return staleDetailsPage();
  const values = valuesIn(form);
  const problems = problemsIn(values, requiredOf('brand', desk));
  if (problems.size > 0) return formPage({ request, desk, guard }, { values, problems });
  const standing = await registerUnder(desk, token, Object.fromEntries(values) as unknown as Brand);
  if (standing === undefined) return unknownLinkPage();
  return endPage(standing === 'open' ? 'registered' : standing);
}

const LONGEST = 200;

const valuesIn = (form: Form): ReadonlyMap<string, string> =>
  new Map(
    FIELDS.flatMap(({ name }) => {
      const value = (form.get(name) ?? '').trim().slice(0, LONGEST);
      return value === '' ? [] : [[name, value] as const];
    }),
  );

/** A sentence for each field that cannot stay as it is. */
function problemsIn(values: ReadonlyMap<string, string>, required: readonly string[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const name of required) if (!values.has(name)) problems.set(name, 'This is required.');
  const check = (name: string, fits: (value: string) => boolean, sentence: string): void => {
    const value = values.get(name);
    if (value !== undefined && !fits(value)) problems.set(name, sentence);
  };
  check('entityType', (value) => Object.hasOwn(ENTITY_TYPES, value), 'Choose one of the list.');
  check('vertical', (value) => Object.hasOwn(VERTICALS, value), 'Choose one of the list.');
  check('website', (value) => /^https:\/\/\S+\.\S+$/.test(value), 'The address begins with https://.');
  check('country', (value) => /^[A-Za-z]{2}$/.test(value), 'Two letters, such as US.');
  check('ein', (value) => /^[\d-]{9,11}$/.test(value), 'Nine digits.');
  return problems;
}
