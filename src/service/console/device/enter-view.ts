/** The page on which a person types the code of the terminal, and the same page when something was wrong with it. */
import type { RawReply } from '../../exchange/raw.ts';
import { pageReply } from '../frame.ts';
import { html, type Html } from '../../exchange/html.ts';
import { LOGIN_PAGE } from '../../areas/auth/paths.ts';

export interface Entering {
  readonly ticket: string;
  /** The text in the field. */
  readonly typed: string;
  /** What was wrong, in one sentence. */
  readonly problem?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function enterPage({ ticket, typed, problem, status = 200, headers = {} }: Entering): RawReply {
  const isGiven = typed !== '' && problem === undefined;
  return pageReply({
    status,
    headers,
    title: problem === undefined ? 'Log in a device' : 'The code does not fit',
    content: html`<h1>Log in a device</h1>
      <p class="lead">${isGiven ? COMPARE : TYPE_IT}</p>
      ${alert(problem)}
      <form method="post" action="${LOGIN_PAGE}" autocomplete="off">
        <input type="hidden" name="ticket" value="${ticket}" />
        <label class="field" for="code">Code</label>
        <input
          type="text"
          id="code"
          name="code"
          value="${typed}"
          placeholder="XXXX-XXXX"
          required
          maxlength="16"
          autocapitalize="characters"
          autocorrect="off"
          spellcheck="false"
          aria-describedby="hint"
          ${problem === undefined ? undefined : html`aria-invalid="true"`}
          ${isGiven ? undefined : html`autofocus`}
        />
        <div class="actions"><button class="main" ${isGiven ? html`autofocus` : undefined}>Continue</button></div>
      </form>
      <p class="note" id="hint">
        Only continue with a code from a terminal that is yours. Whoever sent you a code from elsewhere would get in
        instead of you.
      </p>`,
    foot: html`<code>svc login</code> shows the code.`,
  });
}

const TYPE_IT = 'Type the code that the terminal shows.';
const COMPARE = 'Compare the code with the one that the terminal shows.';

export const alert = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<div class="alert" role="alert">${problem}</div>`;
