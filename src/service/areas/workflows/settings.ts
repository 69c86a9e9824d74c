/** The settings that each type of step knows, in all their spellings; others are kept, ignored and noted in the request log. Used by operations.ts. */
import { fieldsIn, type Fields } from '../../../kernel/json.ts';
import { suggestion } from '../../../schema/suggest.ts';
import type { IgnoredKey } from '../../call.ts';
import { RULE } from './conditions.ts';
import {
  ASSIGNMENTS,
  CALL_FROM,
  CALL_TARGET,
  CALL_TO,
  CASES,
  CHOICES,
  configOf,
  ENDPOINT_BODY,
  ENDPOINT_TIMEOUT,
  FIELD,
  HANDOFF_TARGET,
  IS_SENT,
  MEDIA,
  namesOfSpan,
  PARTS,
  PROMPT,
  REST,
  RESULT,
  SEQUENCE,
  SHARE,
  SPLITS,
  TAG,
  TEXT,
  TIMEOUT,
  TOOLS,
  URL_NAMES,
  VARIABLE,
} from './config.ts';
import type { Node } from './record.ts';
import { TRIGGER } from './triggers.ts';

const MESSAGE = [...TEXT, ...MEDIA, ...PARTS, 'attachmentType', 'media', 'messageType'];

/** Of a model that nobody asks here. */
const MODEL = ['provider', 'model', 'preset', 'systemPrompt', 'temperature', 'maxTokens', 'outputType'];

const SETTINGS: Readonly<Record<Node['type'], readonly string[]>> = {
  trigger: TRIGGER,
  send_message: MESSAGE,
  wait_for_reply: [...namesOfSpan(TIMEOUT), ...RESULT],
  condition: [...RULE, ...CASES],
  set_variable: [...VARIABLE, ...ASSIGNMENTS, 'value', 'variables'],
  delay: [...namesOfSpan(REST), 'until'],
  webhook: [...URL_NAMES, ...ENDPOINT_BODY, ...ENDPOINT_TIMEOUT, ...RESULT, 'method', 'headers'],
  ai: [...CHOICES, ...TOOLS, ...PROMPT, ...IS_SENT, ...RESULT, ...MODEL],
  handoff: [...MESSAGE, ...HANDOFF_TARGET, 'note'],
  start_call: [...CALL_TO, ...CALL_FROM, ...CALL_TARGET, ...RESULT],
  a_b_split: [...SPLITS, ...SHARE],
  set_field: [...FIELD, 'value'],
  enroll_sequence: [...SEQUENCE, ...RESULT],
  add_tag: TAG,
  remove_tag: TAG,
  end: [],
};

/** Settings in the nodes of a body that their steps do not know. */
export const ignoredIn = ({ nodes }: Fields): readonly IgnoredKey[] =>
  (fieldsIn(nodes) as unknown as readonly Node[]).flatMap((node, at) => {
    const known = SETTINGS[node.type];
    const unknown = Object.keys(configOf(node)).filter((name) => !known.includes(name));
    return unknown.map((name) => ({
      param: `nodes.${String(at)}.config.${name}`,
      suggestion: suggestion(name, known),
    }));
  });
