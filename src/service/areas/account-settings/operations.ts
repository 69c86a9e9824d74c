/** Settings whose answer needs more than their own record: the account they belong to, the choice beside a list, what follows from a platform. */
import type { Handler } from '../../desk.ts';
import { checkedBefore } from '../../engine/checked.ts';
import { refusalOfUnknown } from '../../engine/known.ts';
import { getTikTokCreatorInfo } from './creator-info.ts';
import { getInstagramPublishingLimit } from './publishing-limit.ts';
import { getLinkedInMentions } from './linkedin-mention.ts';
import { updatePinterestBoards } from './default-board.ts';
import { updateLinkedInOrganization } from './organization.ts';
import { withAccount } from './offers.ts';
import { withChoice } from './with-choice.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  getFacebookPages: withChoice('facebook_page_selection', 'selectedPageId'),
  getInstagramPublishingLimit,
  getLinkedInMentions,
  getRedditSubreddits: withChoice('reddit_subreddit_selection', 'defaultSubreddit'),
  getSlackSettings: withAccount,
  getTikTokCreatorInfo,
  updateLinkedInOrganization,
  updatePinterestBoards: checkedBefore(updatePinterestBoards, refusalOfUnknown),
  getYoutubePlaylists: withChoice('youtube_playlist_selection', 'defaultPlaylistId'),
};
