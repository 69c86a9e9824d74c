/** Posts on X, by id and by a search. Other acts are served by engine/. Next stop: tweets.ts. */
import { textOf } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { pageOf } from '../../engine/page.ts';
import { selected } from '../../engine/select.ts';
import { refuse } from '../../refuse.ts';
import { tweetsOnX, type TweetRecord } from './tweets.ts';

const getTweet = inScene(async (scene) => {
  const { tweetId, id } = scene.call.query;
  const wanted = textOf(tweetId) ?? textOf(id);
  if (wanted === undefined) return refuse('missing_required_field', { param: 'tweetId' });
  const record = (await tweetsOnX(scene)).find(({ doc }) => doc.id === wanted);
  return record === undefined
    ? notFound('tweet', { param: tweetId === undefined ? 'id' : 'tweetId' })
    : answerOf(scene, { record: { record, counts: {} } });
});

const searchTweets = inScene(async (scene) => {
  const { query, sinceId, untilId } = scene.call.query;
  const found = (await tweetsOnX(scene)).filter(
    (one) => isFound(one, String(query)) && isAfter(one, textOf(sinceId)) && !isAfter(one, textOf(untilId) ?? LAST),
  );
  const page = pageOf(scene.call, selected(scene, found));
  const ids = page.items.map(({ doc }) => doc.id);
  const reply = answerOf(scene, { page: { ...page, items: page.items.map((record) => ({ record, counts: {} })) } });
  const meta = { resultCount: ids.length, newestId: ids[0] ?? null, oldestId: ids.at(-1) ?? null };
  return { ...reply, body: { ...Object(reply.body), meta } };
});

/** An id above all others. */
const LAST = '9'.repeat(32);

const isAfter = ({ doc }: TweetRecord, id: string | undefined): boolean =>
  id === undefined || doc.id.padStart(LAST.length, '0') > id.padStart(LAST.length, '0');

/** Every word is in the text; `from:` and `lang:` ask for the author and the language, a minus for the opposite. */
function isFound({ doc }: TweetRecord, query: string): boolean {
  const text = (doc.text ?? '').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      const plain = word.replace(/^-/, '').replaceAll('"', '');
      const [, operator, value] = /^(from|lang):(.+)$/.exec(plain) ?? [];
      const holds =
        operator === 'from'
          ? doc.author?.username?.toLowerCase() === value?.replace(/^@/, '')
          : operator === 'lang'
            ? doc.lang === value
            : text.includes(plain);
      return word.startsWith('-') ? !holds : holds;
    });
}

export const handlers: Readonly<Record<string, Handler>> = { getTweet, searchTweets };
