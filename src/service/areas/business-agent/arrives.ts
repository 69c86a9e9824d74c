/** What whatsapp reads for an agent: documents, and the pages of websites. Listed in the index that the press makes. */
import { fieldsIn, textOf } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { accountOf, isRefusal, MAP, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';

const WEBSITE_KIND = 'business_agent_website';
const FILE_KIND = 'business_agent_file';

/** Source: readings, "Business agent" */
async function reading(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { fileId, websiteId, text } = scene.given;
  if (websiteId !== undefined) {
    const website = await scene.read.get(WEBSITE_KIND, String(websiteId));
    return website?.parentId === account.id
      ? { records: [readWebsite(scene, website)] }
      : notFound(WEBSITE_KIND, { param: 'websiteId' });
  }
  const file = await scene.read.get(FILE_KIND, String(fileId));
  if (text === undefined) return refuse('missing_required_field', { param: 'text' });
  return file?.parentId === account.id
    ? { records: [withFields(file, { content: String(text) })] }
    : notFound(FILE_KIND, { param: 'fileId' });
}

function readWebsite({ given, now }: Scene, website: RecordOf<typeof WEBSITE_KIND>): RecordOf<typeof WEBSITE_KIND> {
  const address = String(website.doc.url);
  const pages = fieldsIn(given['pages']).map(({ url = address, text = '' }) => ({
    url: String(url),
    text: String(text),
  }));
  const error = textOf(given['error']);
  const outcome =
    error === undefined
      ? { crawl_status: 'completed', pages, pages_crawled: pages.length }
      : { crawl_status: 'failed', crawl_error: error };
  return withFields(website, { ...outcome, last_crawled_at: Math.floor(now / 1_000) });
}

export const arrives: Readonly<Record<string, Inbound>> = {
  agent_reading: {
    fields: {
      accountId: WORD,
      fileId: WORD,
      text: TEXT,
      websiteId: WORD,
      pages: { type: 'array', items: MAP },
      error: TEXT,
    },
    required: ['accountId'],
    cause: reading,
  },
};
