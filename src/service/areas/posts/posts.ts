/** The operations on posts, each in its file, and the work that posts leave in the timeline. */
import type { Desk, Handler } from '../../desk.ts';
import type { DueRow } from '../../store/store.ts';
import { bulkUploadPosts } from './bulk.ts';
import { PUBLISH } from './changes.ts';
import { createPost } from './create.ts';
import { editPost, updatePostMetadata } from './edit.ts';
import { LATE_URL, lookForUrl } from './late-url.ts';
import { getPost, listPosts } from './list.ts';
import { publishDue } from './publish.ts';
import { deletePost } from './remove.ts';
import { retryPost } from './retry.ts';
import { SYNC, syncHourly } from './sync.ts';
import { syncExternalPosts } from './sync-external.ts';
import { unpublishPost } from './unpublish.ts';
import { updatePost } from './update.ts';

export const handlers: Record<string, Handler> = {
  listPosts,
  createPost,
  bulkUploadPosts,
  syncExternalPosts,
  getPost,
  updatePost,
  deletePost,
  retryPost,
  unpublishPost,
  editPost,
  updatePostMetadata,
};

export const work: Readonly<Record<string, (row: DueRow, desk: Desk) => Promise<void>>> = {
  [PUBLISH]: publishDue,
  [SYNC]: syncHourly,
  [LATE_URL]: lookForUrl,
};
