/** The page in place of a checkout: what a number costs, and a button that pays for it. Forms only, without script. */
import { paid } from '../../areas/phone-numbers/orders/payment.ts';
import { CHECKOUT_PAGE } from '../../areas/phone-numbers/paths.ts';
import { commit } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { RawReply, RawRequest } from '../../exchange/raw.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { formOf } from '../device/form.ts';
import { redirectTo, messagePage, pageReply } from '../frame.ts';
import type { Guard } from '../guard.ts';
import { html } from '../../exchange/html.ts';

const paying = (id: string): string => `pay ${id}`;

const unknownPage = (): RawReply => messagePage(404, 'No such order', html`<p>There is no order at this address.</p>`);

export async function show(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const number = await desk.store.read.get(NUMBER_KIND, request.params['id'] ?? '');
  if (number === undefined) return unknownPage();
  const { phoneNumber, monthlyCents = 0, status } = number.doc;
  if (status !== 'pending_payment')
    return messagePage(200, 'Paid', html`<p>Nothing is owed for ${phoneNumber ?? ''}.</p>`);
  const visitor = guard.visitor(request);
  return pageReply({
    status: 200,
    title: 'Pay for a number',
    headers: visitor.headers,
    content: html`<h1>Pay for a number</h1>
      <p class="lead"><strong>${phoneNumber ?? ''}</strong> costs ${(monthlyCents / 100).toFixed(2)} USD a month.</p>
      <form method="post" action="${CHECKOUT_PAGE}/${number.id}">
        <input type="hidden" name="ticket" value="${guard.ticket(visitor, paying(number.id))}" />
        <div class="actions"><button class="main">Pay</button></div>
      </form>
      <p class="note">This is where the checkout would be. No card is charged.</p>`,
    foot: html`The same from a script: <code>POST /_local/inbound</code> with <code>"type": "number_payment"</code>`,
  });
}

export async function submit(request: RawRequest, desk: Desk, guard: Guard): Promise<RawReply> {
  const id = request.params['id'] ?? '';
  const form = await formOf(request);
  if (!guard.isOurs(request, { ticket: form.get('ticket') ?? '', purpose: paying(id) }))
    return messagePage(403, 'Not from this page', html`<p>Open the page again and pay there.</p>`);
  await commit(desk, [`${NUMBER_KIND}/${id}`], async (view) => {
    const number = await view.get(NUMBER_KIND, id);
    const payment = number === undefined ? {} : await paid(number, view, desk.clock.now());
    return 'refusal' in payment ? {} : payment;
  });
  return redirectTo(`${CHECKOUT_PAGE}/${id}`);
}
