/** What the page of an invitation shows: the invitation, and how it ended. Filled by page.ts. */
import type { Invitation, InviteStanding, Joined } from '../../areas/users/invite.ts';
import { INVITE_PAGE } from '../../areas/users/paths.ts';
import type { RawReply } from '../../exchange/raw.ts';
import { messagePage, pageReply, STALE } from '../frame.ts';
import { html } from '../../exchange/html.ts';

interface Invited {
  readonly invitation: Invitation['doc'];
  /** Name of the team. */
  readonly team: string;
  readonly ticket: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function invitePage({ invitation, team, ticket, headers }: Invited): RawReply {
  const { token, role = 'member', scope, invitedProfileIds } = invitation;
  const count = invitedProfileIds.length;
  const reach = scope === 'all' ? 'every profile' : `${String(count)} ${count === 1 ? 'profile' : 'profiles'}`;
  return pageReply({
    status: 200,
    title: 'Join a team',
    headers,
    content: html`<h1>Join a team</h1>
      <p class="lead">
        You are invited to <strong><bdi>${team}</bdi></strong> as <strong>${role}</strong>, with ${reach}.
      </p>
      <form method="post" action="${INVITE_PAGE}/${token}" autocomplete="off">
        <input type="hidden" name="ticket" value="${ticket}" />
        <label class="field" for="name">Name</label>
        <input type="text" id="name" name="name" maxlength="100" placeholder="any name" spellcheck="false" />
        <label class="field" for="email">Email</label>
        <input type="email" id="email" name="email" maxlength="100" placeholder="any address" spellcheck="false" />
        <div class="actions"><button class="main">Accept</button></div>
      </form>
      <p class="note">No password is needed and no email is sent: this service runs on this machine.</p>`,
    foot: html`The same from a script: <code>svc local invite accept ${token}</code>`,
  });
}

/** The key of a member is shown this once. */
export const joinedPage = ({ role, apiKey }: Joined): RawReply =>
  messagePage(
    200,
    'Welcome',
    html`<p>You are in the team as <strong>${role}</strong>. This is your key; it is not shown again.</p>
      <p><code>${apiKey}</code></p>`,
  );

const ENDS = {
  accepted: ['This invitation was accepted already', 'An invitation is for one person.'],
  expired: ['This invitation has expired', 'An invitation lasts seven days.'],
} as const;

export function endedPage(standing: Exclude<InviteStanding, 'open'>): RawReply {
  const [title, why] = ENDS[standing];
  return messagePage(410, title, html`<p>${why} Ask for another one: <code>svc users invite</code>.</p>`);
}

export const unknownInvitePage = (): RawReply =>
  messagePage(404, 'No such invitation', html`<p>The address is wrong, or the service was reset since.</p>`);

/** A form that was not made for this visitor here. */
export const staleInvitePage = (): RawReply =>
  messagePage(STALE.status, STALE.title, html`<p>${STALE.why} Open the address once more.</p>`);
