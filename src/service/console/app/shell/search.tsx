/** One box that finds panels, posts, conversations, accounts, requests and events. */
import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { CONSOLE_PANELS, type ConsolePanel } from '../../../../kernel/console.ts';
import { addressOf, call } from '../data/api.ts';
import { goTo } from '../data/route.ts';
import { pathOf } from '../data/paths.ts';
import { placeOf, type Placed } from '../panels/inbox/conversation.ts';
import { PANELS } from '../panels.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Pill } from '../parts/small.tsx';
import { searchIn, type Found, type Searchable } from './search-in.ts';

export const isSearching = signal(false);

export const Search = () => (isSearching.value ? <Finder /> : null);

function Finder() {
  const [text, setText] = useState('');
  const [all, setAll] = useState<readonly Searchable[]>(PANEL_ROWS);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const read = (): void =>
      void readAll(text.trim(), end.signal).then((rows) => {
        if (!end.signal.aborted) setAll([...PANEL_ROWS, ...onceEach(rows)]);
      });
    const timer = setTimeout(read, text === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [text]);
  const found = searchIn(all, text);
  const close = (): void => {
    isSearching.value = false;
  };
  const open = (one: Found | undefined): void => {
    if (one === undefined) return;
    close();
    goTo(one.panel, one.id);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') open(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" onClose={close}>
      <input
        autofocus
        role="combobox"
        aria-label="Search everything"
        aria-controls="found"
        aria-expanded="true"
        aria-activedescendant={found.length === 0 ? undefined : `found-${String(at)}`}
        placeholder="A post, a person, a request id, a panel…"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {found.length === 0 ? (
        <p class="soft">Nothing here has these words.</p>
      ) : (
        <ul class="list" role="listbox" id="found" aria-label="Results">
          {found.map((one, place) => (
            <li
              key={`${one.panel} ${one.id ?? ''}`}
              role="option"
              id={`found-${String(place)}`}
              aria-selected={place === at}
            >
              <a class="item" aria-current={place === at} tabIndex={-1} onClick={() => open(one)}>
                <Pill tone={place === at ? 'accent' : 'calm'}>{PANELS[one.panel].title}</Pill>
                <span class="cut grow">{one.text}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** A conversation may be found by its person and by a message. */
const onceEach = (rows: readonly Searchable[]): readonly Searchable[] => [
  ...new Map(rows.map((row) => [`${row.panel} ${row.id ?? ''}`, row])).values(),
];

/** Typing within this time is one question. */
const PAUSE_MS = 200;

const PANEL_ROWS: readonly Searchable[] = CONSOLE_PANELS.map((panel) => ({ panel, text: PANELS[panel].title }));

type Row = Readonly<Record<string, unknown>>;

type Rows = readonly Row[];

/** What is searched: where it is read, under which key its rows stand, and the fields that are words of it. */
const SOURCES: readonly {
  panel: ConsolePanel;
  /** @param text what is searched for, where the API searches itself @returns undefined to ask nothing */
  path: (text: string) => string | undefined;
  key: string;
  idOf: (row: Row) => string;
  fields: readonly string[];
}[] = [
  {
    panel: 'posts',
    path: (search) => addressOf(pathOf('listPosts'), { search, limit: 20 }),
    key: 'posts',
    idOf: ({ _id }) => String(_id),
    fields: ['content', 'title', 'status', '_id'],
  },
  {
    panel: 'inbox',
    path: () => addressOf(pathOf('listInboxConversations'), { limit: 100 }),
    key: 'data',
    idOf: (row) => placeOf(row as unknown as Placed),
    fields: ['participantName', 'lastMessage', 'platform', 'id'],
  },
  {
    panel: 'inbox',
    // What was written in any message, which the API searches itself.
    path: (query) => (query === '' ? undefined : addressOf(pathOf('searchInboxConversations'), { query, limit: 20 })),
    key: 'data',
    idOf: ({ conversation }) => placeOf(conversation as Placed),
    fields: ['conversation.participantName', 'matches.0.text', 'conversation.platform'],
  },
  {
    panel: 'networks',
    path: () => pathOf('listAccounts'),
    key: 'accounts',
    idOf: ({ _id }) => String(_id),
    fields: ['displayName', 'username', 'platform', '_id'],
  },
  {
    panel: 'requests',
    path: () => '/_local/requests?limit=200',
    key: 'requests',
    idOf: ({ requestId }) => String(requestId),
    fields: ['method', 'path', 'status', 'requestId'],
  },
  {
    panel: 'webhooks',
    path: () => '/_local/events?limit=200',
    key: 'events',
    idOf: ({ id }) => String(id),
    fields: ['event', 'id'],
  },
];

async function readAll(text: string, signal: AbortSignal): Promise<readonly Searchable[]> {
  const parts = await Promise.all(
    SOURCES.map(async ({ panel, path, key, idOf, fields }) => {
      const address = path(text);
      if (address === undefined) return [];
      const answer = await call<Readonly<Record<string, Rows>>>(address, { signal }).catch(() => undefined);
      const rows = answer !== undefined && 'data' in answer ? (answer.data[key] ?? []) : [];
      return rows.map((row) => ({
        panel,
        id: idOf(row),
        text: fields
          .map((field) => valueAt(row, field))
          .filter((value) => value !== undefined && value !== null && value !== '')
          .join(' · '),
      }));
    }),
  );
  return parts.flat();
}

/** @param field names and places, with dots between them */
const valueAt = (row: Row, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (Object(value) as Row)[name], row);
