/** What the compiler refuses when it looks at the whole: conflicts, dangling references and unknown words. */
import { PHONE_FORMS, type Branch, type Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { nameOf } from '../schema/reference.ts';
import type { Operation } from './operation.ts';
import type { Contract, Page } from './contract.ts';
import { auditEvents, type AuditedEvents } from './event-audit.ts';
import { pressedEvents } from './event-rows.ts';
import { auditGuard } from './guard.ts';
import { reached, referencesIn } from './references.ts';
import type { Place, Refuse } from './refusal.ts';

export interface Whole {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Webhook event to payload schema. */
  readonly payloads: Readonly<Record<string, Schema>>;
  readonly branches: readonly Branch[];
}

const COMMAND_KEYS = 'path aliases common confirm confirmWith failures phones flags account ofAccount examples'.split(
  ' ',
);
const OPERATION_KEYS = ['x-svc-command', 'x-svc-effect', 'x-svc-view', 'x-svc-guard', 'x-svc-emits', 'x-svc-source'];
const EVENT_KEYS = ['x-svc-event'];

export function audit(whole: Whole, refuse: Refuse): void {
  for (const page of whole.contract.pages) auditKeys(page, refuse);
  for (const operation of whole.operations) {
    auditCommand(operation, whole, refuse);
    auditWords(operation, whole, refuse);
  }
  auditTwins(whole, refuse);
  auditReferences(whole, refuse);
  auditEvents(audited(whole), refuse);
}

/** What the audit of events asks of the whole. */
function audited({ contract, operations, schemas, payloads }: Whole): AuditedEvents {
  const words = schemas['AccountPlatform']?.enum ?? [];
  return {
    events: pressedEvents(contract),
    schemas: { ...schemas, ...payloads },
    groups: (contract.document.tags ?? []).map(({ name }) => name),
    platforms: words.map(String),
    emitted: new Set(operations.flatMap(({ card }) => card.emits)),
  };
}

/** Extension keys stand on operations and events only, and no others than theirs. */
function auditKeys(page: Page, refuse: Refuse): void {
  const { paths, webhooks, ...rest } = page;
  const bad = (keys: readonly string[], operation?: string): void => {
    for (const key of keys) refuse({ file: page.file, operation }, `${key} is not a key that the contract has here`);
  };
  bad(extensionsIn(rest));
  for (const [event, item] of Object.entries(webhooks ?? {}))
    bad(
      extensionsIn(item).filter((key) => !EVENT_KEYS.includes(key)),
      event,
    );
  for (const [path, item] of Object.entries(paths ?? {})) {
    for (const [method, operation] of Object.entries(item)) {
      const name = (operation as { operationId?: string }).operationId ?? `${method.toUpperCase()} ${path}`;
      bad(
        extensionsIn(operation).filter((key) => !OPERATION_KEYS.includes(key)),
        name,
      );
    }
  }
}

function extensionsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(extensionsIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key.startsWith('x-svc-') ? [key] : []),
    ...extensionsIn(value),
  ]);
}

function auditCommand({ file, words, card }: Operation, { branches }: Whole, refuse: Refuse): void {
  const place = { file, operation: card.id };
  const command = words['x-svc-command'];
  if (command?.path === undefined || command.path.length === 0) return refuse(place, 'has no x-svc-command path');
  for (const key of Object.keys(command))
    if (!COMMAND_KEYS.includes(key)) refuse(place, `x-svc-command.${key} is not known`);
  auditFields(card, place, refuse);
  if (card.command.examples.length === 0) refuse(place, 'has no example');
  const line = `svc ${card.command.path.join(' ')}`;
  for (const example of card.command.examples) {
    if (example !== line && !example.startsWith(`${line} `))
      refuse(place, `the example "${example}" does not begin with ${line}`);
  }
  for (let depth = 1; depth < card.command.path.length; depth += 1) {
    const noun = card.command.path.slice(0, depth).join(' ');
    if (!branches.some(({ name, summary }) => name === noun && summary))
      refuse(place, `the noun "${noun}" has no tag with a summary`);
  }
}

/** What a command says of fields is about fields that it has. */
function auditFields({ command, params, body }: Card, place: Place, refuse: Refuse): void {
  const { phones = {}, flags = {}, failures, ofAccount = [] } = command;
  const fields = [...params.map(({ name }) => name), ...Object.keys(body?.schema.properties ?? {})];
  const sent = failures?.of === undefined ? [] : [failures.of];
  for (const name of [...Object.keys(phones), ...Object.keys(flags), ...ofAccount, ...sent])
    if (!fields.includes(name)) refuse(place, `x-svc-command says something of ${name}, which is no field of it`);
  for (const [name, form] of Object.entries(phones))
    if (!PHONE_FORMS.includes(form)) refuse(place, `x-svc-command.phones.${name} is one of ${PHONE_FORMS.join(', ')}`);
}

function auditWords({ file, words, card }: Operation, { contract, payloads }: Whole, refuse: Refuse): void {
  const place = { file, operation: card.id };
  for (const event of card.emits)
    if (!Object.hasOwn(payloads, event))
      refuse(place, `emits the unknown event ${event}; describe it under webhooks in events.yaml, or correct its name`);
  for (const tag of words.tags ?? []) {
    if (!(contract.document.tags ?? []).some(({ name }) => name === tag))
      refuse(place, `has the unknown resource group ${tag}`);
  }
  for (const param of card.params) if (!param.summary) refuse(place, `the parameter ${param.name} has no description`);
  auditGuard(words, place, refuse);
}

function auditTwins({ operations }: Whole, refuse: Refuse): void {
  const owners = new Map<string, string>();
  const claim = (key: string, { file, card }: Operation, sentence: string): void => {
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, card.id);
    else refuse({ file, operation: card.id }, `${sentence} with ${owner}`);
  };
  for (const operation of operations) {
    const { id, method, path, command } = operation.card;
    claim(`id ${id}`, operation, `shares the operationId ${id}`);
    claim(`http ${method} ${path}`, operation, `shares ${method} ${path}`);
    if (command.path.length === 0) continue;
    const parent = command.path.slice(0, -1);
    for (const name of [command.path.at(-1), ...(command.aliases ?? [])]) {
      claim(`command ${[...parent, name].join(' ')}`, operation, `shares the command "${[...parent, name].join(' ')}"`);
    }
  }
  const nouns = new Set(
    operations.flatMap(({ card }) => card.command.path.slice(0, -1).map((_, i, all) => all.slice(0, i + 1).join(' '))),
  );
  for (const { file, card } of operations) {
    if (nouns.has(card.command.path.join(' ')))
      refuse({ file, operation: card.id }, `"${card.command.path.join(' ')}" is a command and a noun at once`);
  }
}

function auditReferences({ contract, operations, schemas, payloads }: Whole, refuse: Refuse): void {
  const known = (ref: string): boolean => {
    const [root, components, section, name] = ref.split('/');
    return (
      root === '#' && components === 'components' && contract.components[section ?? '']?.[name ?? ''] !== undefined
    );
  };
  for (const { file, paths, ...rest } of contract.pages) {
    for (const ref of referencesIn(rest)) if (!known(ref)) refuse({ file }, `the reference ${ref} leads nowhere`);
    for (const [path, item] of Object.entries(paths ?? {})) {
      for (const [method, operation] of Object.entries(item)) {
        const name = (operation as { operationId?: string }).operationId ?? `${method} ${path}`;
        for (const ref of referencesIn(operation))
          if (!known(ref)) refuse({ file, operation: name }, `the reference ${ref} leads nowhere`);
      }
    }
  }
  const used = reached([operations.map(({ card }) => card), Object.values(payloads)], schemas);
  for (const { file, components } of contract.pages) {
    for (const name of Object.keys(components?.schemas ?? {})) {
      if (!Object.hasOwn(used, nameOf(name))) refuse({ file }, `the schema ${name} is used by nothing`);
    }
  }
}
