/** What can differ from platform to platform: the columns of the table in platforms.ts. A trait that a row leaves out does not apply. */
import type { Surface } from '../kernel/guard.ts';

/** How a platform counts the length of a text; text.ts does the counting. */
export type Counting = 'weighted' | 'graphemes' | 'utf16';

/** Largest text and media of one post or message. Source: ASM-12 (text, title), ASM-14 (media) */
export interface Limits {
  readonly text: number;
  /** Where it differs beside media. */
  readonly textWithMedia?: number;
  /** Where posts have a title. */
  readonly title?: number;
  /** UTF-16 units when absent. Source: ASM-13 */
  readonly counting?: Counting;
  /** Bytes. */
  readonly image: number;
  /** Bytes, where it is not the image's. */
  readonly gif?: number;
  /** Bytes; null where video is refused. */
  readonly video: number | null;
}

/** How posts behave. Platforms without it take no posts. Source: PLT-01, PLT-02 */
export interface Posting {
  /** Publications of one account in a rolling 24 hours; caps.ts has the usual number. Source: LIM-32 to LIM-37 */
  readonly dailyCap?: number;
  /** Publications of one account in a rolling 24 hours by kind of media, an excess one being held. Source: LIM-38, LIM-39 */
  readonly heldAfter?: { readonly video: number; readonly photo: number };
  /** There is no post without media; media-rules.ts says of which types. */
  readonly needsMedia?: true;
  /** A post holds a poll or media. Source: PLT-11; X API and LinkedIn Posts API, polls */
  readonly pollOrMedia?: true;
  /** Settings that are a post without any text or media. Source: ASM-27, the networks' documentation */
  readonly ownContent?: readonly string[];
  /** Texts may have marks, read as `parseMode` of the settings says. Source: Telegram Bot API, formatting options */
  readonly hasMarks?: true;
  /** Settings may also be given at the top level of a post, under this key. Source: fact set, post bodies */
  readonly settingsKey?: 'tiktokSettings' | 'facebookSettings';
  /** The public URL becomes known some time after publishing. Source: EVT-36 */
  readonly urlLater?: true;
  /** The caller waits out rate limits, not the service. Source: LIM-48 to LIM-50 */
  readonly callerWaits?: true;
  /** A dry run has a verdict on each account. Source: fact set, TikTokDryRunVerdict */
  readonly dryRun?: true;
}

/** How messages and comments behave. */
export interface Inbox {
  /** Inbound messages are not read. Source: PLT-10 */
  readonly unread?: true;
  /** People are known by their number, as bare digits or in E.164 form; elsewhere by an id of the platform. Source: EVT-45 */
  readonly peopleBy?: 'digits' | 'e164';
  /** People are known by an email address as well. Source: readings, "iMessage" */
  readonly emails?: true;
  /** People also have an id that is scoped to the business. Source: EVT-45 */
  readonly scopedIds?: true;
  /** What ids of messages on the platform begin with; `m_` when absent. */
  readonly messageIds?: string;
  /**
   * Who else may own a conversation. `agent`: the platform's own agent, from which any message takes it back.
   * `app`: another app, during which a send is refused. Source: specification, "Conversation control"
   */
  readonly handover?: 'agent' | 'app';
  /** Events of sent messages have the keys `pricing` and `billingConversation`. Source: EVT-58 to EVT-60 */
  readonly pricing?: true;
  /** The feature of a plan without which messages are refused as if the token were invalid. Source: PLT-19, PLT-20 */
  readonly approval?: string;
  /** A comment can be answered with a private message. */
  readonly privateReplies?: true;
  /** Comments may come from a live broadcast. Source: EVT-76 */
  readonly liveComments?: true;
}

/** Pages, boards, places, numbers or channels, one of which becomes the account. */
export interface Selection {
  /** Kind of their rows on the simulated network. */
  readonly of: string;
  /** The word for them in the data of a sign-in. Source: fact set, getPendingOAuthData */
  readonly as?: 'organizations' | 'pages' | 'boards' | 'locations' | 'profiles';
  /** Path in a row to what the account is called; absent where it goes by the name of who signed in. */
  readonly username?: string;
  readonly displayName?: string;
  /** Type of the account, where the choice decides it. */
  readonly accountType?: string;
  /** No operation goes on with what a sign-in gives, so only the page lets people choose. */
  readonly onPage?: true;
}

/** How accounts are connected, and what a connection is. */
export interface Connection {
  /** What a sign-in leads to a choice of. Source: operations of the area connect */
  readonly selection?: Selection;
  /** The bot to which a chat sends its code; there is no page to sign in on. Source: fact set, getTelegramConnectStatus */
  readonly bot?: string;
  /** Closed until the team is approved. Source: ACC-36 */
  readonly beta?: true;
  /** The platform's price is passed on, so a team without a card is refused with this reason. Source: AUTH-20 */
  readonly chargedAs?: string;
  /** Kinds of account behind one connection, the usual one first. Source: PLT-06, PLT-07 */
  readonly accountTypes?: readonly string[];
  /** Accounts come through a business app or a developer app; lanes.ts says which. Source: PLT-16 to PLT-18 */
  readonly lanes?: true;
  /** An account is the number of a business: one in a profile, with a standing of its own. Source: ACC-15 to ACC-17, ACC-33 */
  readonly businessNumber?: true;
  /** Address of an account's page, with `{name}` for its name. */
  readonly pages?: string;
}

/** What some platforms alone offer as operations of the API. */
export type Offer =
  /** Switches for paid reads. Source: fact set, XCapabilities */
  | 'capabilities'
  /** Demographics of followers, and whether somebody follows. */
  | 'followers'
  /** Figures of single videos. */
  | 'videos'
  /** Search in communities, and checks of their names. Source: GEN-09 */
  | 'communities'
  /** Download of a video by its address. */
  | 'downloads';

/** What an ad network asks of ads before it takes them. */
export interface AdRules {
  /** Goals that the network has an objective for, with its word for it; null where its campaigns have none. Source: readings, "Ads" */
  readonly objectives?: Readonly<Record<string, string | null>>;
  /** Words of the network for what delivery is optimized for. Source: readings, "Ads" */
  readonly optimizations?: readonly string[];
  /** Conversion goals name what counts as one. Source: ADS-64 */
  readonly promotedObject?: boolean;
  /** Display ads have an image of each shape. Source: ADS-51 */
  readonly displayImages?: boolean;
  /** The platform whose account must be connected beside the ads. Source: ADS-53 */
  readonly linked?: string;
  /** Where the ad is shown only for a linked professional account. Source: ADS-53, ADS-54, ERR-51 */
  readonly professionals?: string;
  /** Types of audiences that no other network has. Source: fact set, createAdAudience */
  readonly ownAudiences?: readonly string[];
  /** Phone numbers are hashed as bare digits, not in E.164 form. Source: Meta Marketing API, customer file custom audiences */
  readonly hashedDigits?: true;
  /** Conversions can be retracted and restated. Source: fact set, adjustConversions */
  readonly adjustments?: true;
  /** Media have to suit the places where the ad is shown. Source: ADS-55, ADS-57 to ADS-61 */
  readonly placementMedia?: boolean;
  /** Positions that are chosen only together with another. Source: readings, "Ads" */
  readonly placesWith?: Readonly<Record<string, string>>;
  /** Ads are shown for words that people look for. Source: fact set, keywords of ads */
  readonly searchAds?: boolean;
  /** Platforms on which people comment on the ads. Source: ADS-47; fact set, `placement` of getAdComments */
  readonly comments?: readonly string[];
  /** People are split among ads, or kept from them, to measure what ads do. Source: readings, "Studies" */
  readonly studies?: true;
}

/** A row of the table. */
export interface Traits {
  /** The company behind the platform, as errors name it; the platform's own word when absent. Source: ERR-09 */
  readonly upstream?: string;
  /** Words by which ad operations name the network. Source: fact set, enums of ad operations */
  readonly adNames?: readonly string[];
  readonly adRules?: AdRules;
  /** How creatives name a post of the platform: as a story of a page, or as a medium. Source: fact set, `creative` of ads */
  readonly inCreatives?: 'story' | 'media';
  readonly limits?: Limits;
  readonly posting?: Posting;
  /** What figures are about: single posts or the place as a whole. Source: PLT-03 to PLT-08, PLT-12 */
  readonly analytics?: 'posts' | 'place';
  /** The type of account whose figures cover only posts that the service published. Source: PLT-06 */
  readonly ownPostsOnly?: string;
  /** Surfaces that the platform does not have, so that calls about them are refused. Source: PLT-09, PLT-12 to PLT-14 */
  readonly lacks?: readonly Surface[];
  readonly inbox?: Inbox;
  readonly connection?: Connection;
  /** Shops have several blogs, under numbers; blog sites are one. Neither takes posts. Source: PLT-12 to PLT-15, BLG-06, BLG-08 */
  readonly site?: 'shop' | 'blog';
  /** A number of the team, for texts or for calls. Source: PLT-02, EVT-53 */
  readonly line?: 'texts' | 'calls';
  /** Its accounts are senders: people opt in through their links, and they start groups. Source: readings, "iMessage" */
  readonly senders?: true;
  /** What ids of calls on the platform begin with. Source: fact set, CallRecord */
  readonly callIds?: string;
  /** People write reviews of its pages and places. Source: fact set, platforms of listInboxReviews */
  readonly reviews?: true;
  /** Its accounts are listings of places. Source: readings, "Google Business" */
  readonly listing?: true;
  /** Leads come from forms of its ads. Source: EVT-101 */
  readonly leads?: true;
  /** A rate limit of ad operations is a used-up quota. Source: LIM-24 */
  readonly adQuota?: true;
  readonly offers?: readonly Offer[];
}
