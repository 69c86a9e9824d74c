/** What a setting may be, and where a new value of it is written. Used by `svc config set`, `svc context create`. */
import { isAbsolute } from 'node:path';
import { failure, type Failure } from '../kernel/failure.ts';
import { DATE_ORDERS, FORMATS, isDateOrder } from '../kernel/formats.ts';
import { isRecordId } from '../kernel/ids.ts';
import type { ContextSetting } from '../kernel/settings.ts';
import { isZone } from '../schema/formats.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';
import { normalBaseUrl } from './base-url.ts';
import { NO_PROFILE, SETTING_NAMES, type SettingName } from './settings.ts';

/** @throws Failure `usage` with the nearest name, for a word that is no setting */
export function settingNamed(word: string): SettingName {
  const found = SETTING_NAMES.find((name) => name === word);
  if (found !== undefined) return found;
  if (/key|token|secret/i.test(word)) {
    throw failure('usage', {
      message: 'A key is not a setting: settings are stored in plain text.',
      param: 'setting',
      hint: '`svc login --with-token` stores a key in the keychain.',
    });
  }
  const near = suggestion(word, SETTING_NAMES);
  throw failure('usage', {
    message: `There is no setting ${JSON.stringify(word)}: there are ${SETTING_NAMES.join(', ')}.`,
    param: 'setting',
    ...(near !== undefined && { hint: didYouMean(near) }),
  });
}

/**
 * The value as it is kept.
 * @throws Failure `usage` for one that the setting does not take
 */
export function settingValue(name: ContextSetting, text: string): string {
  const value = text.trim();
  if (value === '') throw refused(name, 'takes a value', '`svc config unset` removes it.');
  switch (name) {
    case 'baseUrl':
      return normalBaseUrl(value, name);
    case 'mcpUrl':
      return httpAddress(name, value);
    case 'headerPrefix':
    case 'legacyHeaderPrefix':
      if (/^[A-Za-z\d]+(?:-[A-Za-z\d]+)*$/.test(value)) return value;
      throw refused(name, 'takes the prefix of header names, such as X-Service');
    case 'profile':
      if (isRecordId(value) || value === NO_PROFILE) return value;
      throw refused(
        name,
        `takes the id of a profile, 24 hex digits, or ${NO_PROFILE}`,
        '`svc profiles list` shows the ids.',
      );
    case 'timezone':
      if (isZone(value)) return value;
      throw refused(name, 'takes an IANA zone, such as Europe/Berlin');
    case 'dateOrder':
      if (isDateOrder(value)) return value;
      throw refused(name, `takes ${DATE_ORDERS.join(', ')}: the order of day, month and year`);
    case 'cacert':
      if (isAbsolute(value)) return value;
      throw refused(name, 'takes the absolute path of a PEM file');
    case 'output':
      if ((FORMATS as readonly string[]).includes(value)) return value;
      throw refused(name, `takes ${FORMATS.join(', ')}`);
  }
}

function httpAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isFit = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isFit) return value;
  throw refused(name, 'takes an http or https URL without credentials');
}

const refused = (name: string, what: string, hint?: string): Failure =>
  failure('usage', { message: `${name} ${what}.`, param: name, ...(hint !== undefined && { hint }) });
