/** What the account writes in public: whether the platform takes it, and how it is seen there. Used by comments.ts and mentions.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import { textOf } from '../../../kernel/json.ts';
import { commentRulesOf } from '../../../platforms/comments.ts';
import { textLength } from '../../../platforms/text.ts';
import type { Reply } from '../../call.ts';
import { blank } from '../../networks/simulated/item.ts';
import { refuse } from '../../refuse.ts';
import type { FeedItem } from '../../store/store.ts';
import type { CommentRecord } from './record.ts';

interface Composed {
  readonly text: string;
  readonly pictureUrl?: string | undefined;
  /** Where the call has the text. */
  readonly param?: string;
}

/** The refusal of a comment that is empty, too long, or has a picture where the platform takes none. Source: readings, "Comments" */
export async function commentProblem(platform: string, composed: Composed): Promise<Reply | undefined> {
  const { text, pictureUrl, param = 'message' } = composed;
  const { text: most = Infinity, pictures } = commentRulesOf(platform) ?? {};
  if (pictureUrl !== undefined && pictures !== true)
    return refuse('PLATFORM_LIMITATION', {
      param: 'attachmentUrl',
      message: `Comments on ${platformLabel(platform)} cannot contain images.`,
    });
  if (text.trim() === '' && pictureUrl === undefined)
    return refuse('missing_required_field', { param, message: 'A comment needs text.' });
  if ((await textLength(platform, text)) <= most) return undefined;
  const message = `A comment on ${platformLabel(platform)} can have at most ${most.toLocaleString('en-US')} characters.`;
  return refuse('invalid_field_value', { param, message });
}

/** The comment as people see it. */
export const replyItem = ({ id, createdAt, parentId, doc }: CommentRecord, pictureUrl?: string): FeedItem => ({
  ...blank(doc.accountId, 'comment_reply', createdAt),
  nativeId: id,
  doc: {
    text: doc.message,
    postId: parentId,
    ...(textOf(doc.parentId) !== undefined && { commentId: doc.parentId }),
    ...(pictureUrl !== undefined && { media: [{ type: 'image', url: pictureUrl }] }),
  },
});
