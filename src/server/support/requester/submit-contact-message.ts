import type { Actor, Deps, RequestContext } from '#server/core/deps.ts';
import { acceptForm, hasVerifiedAddress } from '#server/messages/mail/accept-form.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { sendContact } from '#shared/support/contract-contact.ts';
import { createTicket } from '../ticket/create.ts';
import { notifyOfNewTicket } from '../ticket/notify-new.ts';

/**
 * Opens a ticket with the message, mails staff and confirms it to the requester. Repeating a message opens no second
 * ticket. It belongs to the signed-in person only if the address is theirs.
 */
export async function submitContactMessage(
  deps: Deps,
  { captcha, ...values }: BodyOf<typeof sendContact>,
  actor: Actor | null,
  requestContext: RequestContext,
) {
  const text = [values.email, values.topic, values.message];
  await acceptForm(deps, 'contact', { email: values.email, captcha }, text, requestContext, async (trx, stored) => {
    const isOwner = hasVerifiedAddress(actor, values.email);
    const { id, fingerprint, locale } = stored;
    const personId = isOwner && actor ? actor.personId : null;
    const created = await createTicket(deps, trx, { id, fingerprint, locale, person_id: personId, ...values });
    if (created) await notifyOfNewTicket(deps, trx, { ...created, ...values, isOwner, locale });
  });
}
