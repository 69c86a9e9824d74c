/** What a UI skill adds to an answer: buttons, a list, a link, a flow, a picture or a place, as its instruction has them. Pure. */
import { ownValue, textOf, type Fields } from '../../../kernel/json.ts';
import type { RecordOf } from '../../store/store.ts';
import type { MessageDoc } from '../inbox/record.ts';
import { quotedIn } from './words.ts';

export type UiSkill = RecordOf<'business_agent_ui_skill'>['doc'];

export interface Element {
  /** In the words of `sendInboxMessage`. */
  readonly parts?: Fields;
  readonly attachments?: MessageDoc['attachments'];
  /** Labels that the customer can tap for a reply. */
  readonly replies?: readonly string[];
}

interface Wanted {
  /** The text of the answer. */
  readonly text: string;
  readonly title: string;
  /** What the instruction has in quotation marks. */
  readonly labels: readonly string[];
  /** The first address of the instruction. */
  readonly url: string | undefined;
  /** Degrees. */
  readonly place: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly flowId: number | undefined;
}

// WhatsApp Cloud API, interactive messages: most characters of a body, and of the labels of buttons and rows
const BODY_LENGTH = 1_024;
const BUTTON = { most: 3, length: 20 } as const;
const ROW = { most: 10, length: 24 } as const;

/** A component without a row shows nothing. Source: readings, "Business agent" */
const ELEMENTS: Readonly<Record<string, (wanted: Wanted) => Element | undefined>> = {
  interactive_reply_buttons: ({ labels }) =>
    areShown(labels, BUTTON)
      ? { parts: { buttons: labels.map((title) => ({ type: 'postback', title, payload: title })) }, replies: labels }
      : undefined,
  interactive_list: (wanted) => {
    const { labels: replies, title } = wanted;
    const list = interactive(wanted, 'list', listOf(wanted));
    return list !== undefined && areShown(replies, ROW) && areShown([title], BUTTON) ? { ...list, replies } : undefined;
  },
  cta_url: (wanted) => {
    const { url } = wanted;
    const display_text = labelOf(wanted);
    return url === undefined || !areShown([display_text], BUTTON)
      ? undefined
      : interactive(wanted, 'cta_url', { name: 'cta_url', parameters: { display_text, url } });
  },
  flow: (wanted) => {
    const flow_cta = labelOf(wanted);
    const parameters = { flow_id: String(wanted.flowId), flow_cta, flow_action: 'navigate' };
    return wanted.flowId === undefined || !areShown([flow_cta], BUTTON)
      ? undefined
      : interactive(wanted, 'flow', { name: 'flow', parameters });
  },
  image: ({ url }) => (url === undefined ? undefined : { attachments: [{ type: 'image', url }] }),
  location: ({ place, title }) =>
    place === undefined ? undefined : { parts: { location: { ...place, ...(title !== '' && { name: title }) } } },
  location_request: (wanted) => interactive(wanted, 'location_request_message', { name: 'send_location' }),
};

/** Undefined where the instruction lacks what the element consists of, or has more than the platform shows. */
export function elementOf(skill: UiSkill, text: string): Element | undefined {
  const { component_type = '', instruction = '', title, flow_id } = skill;
  const element = ownValue(ELEMENTS, component_type);
  return element?.({
    text,
    title: textOf(title) ?? '',
    labels: quotedIn(instruction),
    url: /https?:\/\/[^\s"“”«»]*[^\s"“”«».,;:!?)]/u.exec(instruction)?.[0],
    place: placeIn(instruction),
    flowId: typeof flow_id === 'number' ? flow_id : undefined,
  });
}

const areShown = (labels: readonly string[], { most, length }: typeof BUTTON | typeof ROW): boolean =>
  labels.length > 0 && labels.length <= most && labels.every((label) => label !== '' && label.length <= length);

const labelOf = ({ labels: [label], title }: Wanted): string => label ?? title;

const listOf = ({ labels, title: button }: Wanted): Fields => ({
  button,
  sections: [{ rows: labels.map((title) => ({ id: title, title })) }],
});

const interactive = ({ text }: Wanted, type: string, action: Fields): Element | undefined =>
  text.length > BODY_LENGTH ? undefined : { parts: { interactive: { type, body: { text }, action } } };

function placeIn(instruction: string): Wanted['place'] {
  const [, north, east] = /(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)/.exec(instruction) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
