import type { ContactTopic } from '../../../contract/contact.ts';
import type { Actor, Deps, RequestContext } from '../../deps.ts';
import { acceptForm, ownsAddress } from '../mail/accept-form.ts';
import { queueFormMails } from '../mail/queue-form-mails.ts';

type ContactForm = {
  readonly name: string;
  readonly email: string;
  readonly topic: ContactTopic;
  readonly message: string;
  readonly captcha: string;
};

/** Stores the message and mails it to the firm, with a copy to the sender. A repeated message is stored once. */
export async function submitContactMessage(
  deps: Deps,
  form: ContactForm,
  actor: Actor | null,
  requestContext: RequestContext,
) {
  const { captcha: _, ...values } = form;
  const text = [form.email, form.topic, form.message];
  await acceptForm(deps, 'contact', form, text, requestContext, async (trx, stored) => {
    const inserted = await trx
      .insertInto('contact_message')
      .values({ ...stored, ...values })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return;
    const mails = {
      kind: 'contact',
      id: stored.id,
      sender: form.email,
      forFirm: values,
      forSender: { ...values, isOwner: ownsAddress(actor, form.email) },
    } as const;
    await queueFormMails(deps, trx, mails, requestContext);
  });
}
