import { insertOnce } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, type RequestContext, type Trx } from '#server/core/deps.ts';
import { acceptForm, hasVerifiedAddress, type StoredForm } from '#server/messages/mail/accept-form.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { sendFeature } from '#shared/support/contract-features.ts';
import { type CreatedTicket, createTicket } from '../ticket/create.ts';
import { guestLink, ownerLink } from '../ticket/guest-link.ts';
import { decisionLink } from './decide.ts';

type FeatureForm = BodyOf<typeof sendFeature>;

/**
 * Stores the request, hidden until staff publish it from a link in their email, and opens a ticket for questions
 * between its author and the firm.
 */
export async function submitFeatureRequest(
  deps: Deps,
  form: FeatureForm,
  actor: Actor | null,
  requestContext: RequestContext,
) {
  const { captcha: _, ...values } = form;
  const text = [form.email, form.title, form.message];
  await acceptForm(deps, 'feature', form, text, requestContext, async (trx, stored) => {
    const inserted = await insertOnce(trx, 'feature_request', { ...stored, ...values });
    if (!inserted) return;
    const isOwner = hasVerifiedAddress(actor, form.email);
    const ticket = await createTicket(deps, trx, {
      id: newId(),
      fingerprint: stored.fingerprint,
      person_id: isOwner && actor ? actor.personId : null,
      name: form.name,
      email: form.email,
      locale: stored.locale,
      topic: 'feature',
      subject: form.title,
      message: form.message,
      feature_request_id: stored.id,
    });
    if (ticket) await notifyOfRequest(deps, trx, stored, ticket, { ...values, isOwner });
  });
}

async function notifyOfRequest(
  deps: Deps,
  trx: Trx,
  { id, locale }: StoredForm,
  { ticketId, number }: CreatedTicket,
  submitted: Omit<FeatureForm, 'captcha'> & { readonly isOwner: boolean },
): Promise<void> {
  const { isOwner, ...values } = submitted;
  await queueMail(deps, trx, staffOf(deps), 'feature-staff', `feature-staff:${id}`, {
    ...values,
    link: decisionLink(deps, id),
  });
  const recipient = { id: ticketId, locale };
  const ticketLink = isOwner ? ownerLink(deps, recipient) : guestLink(deps, recipient);
  await queueMail(deps, trx, { email: values.email, locale }, 'feature-copy', `feature-copy:${id}`, {
    ...values,
    isOwner,
    number,
    ticketLink,
  });
}
