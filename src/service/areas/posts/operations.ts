/** The operations on posts, each in its file. The work that posts leave in the timeline is in work.ts. */
import type { Handler } from '../../desk.ts';
import { bulkUploadPosts } from './bulk.ts';
import { createPost } from './create.ts';
import { editPost, updatePostMetadata } from './live/edit.ts';
import { getPost, listPosts } from './list.ts';
import { deletePost } from './live/remove.ts';
import { retryPost } from './retry.ts';
import { syncExternalPosts } from './sync/sync-external.ts';
import { unpublishPost } from './live/unpublish.ts';
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
