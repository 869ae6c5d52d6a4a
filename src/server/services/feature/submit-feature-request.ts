import type { Actor, Deps, RequestContext } from '../../deps.ts';
import { acceptForm, ownsAddress } from '../mail/accept-form.ts';
import { queueFormMails } from '../mail/queue-form-mails.ts';
import { decisionLink } from './decide.ts';

type FeatureForm = {
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly message: string;
  readonly captcha: string;
};

/** Stores the request, hidden until the firm publishes it from a link in its mail; the sender gets a copy. */
export async function submitFeatureRequest(
  deps: Deps,
  form: FeatureForm,
  actor: Actor | null,
  requestContext: RequestContext,
) {
  const { captcha: _, ...values } = form;
  const text = [form.email, form.title, form.message];
  await acceptForm(deps, 'feature', form, text, requestContext, async (trx, stored) => {
    const inserted = await trx
      .insertInto('feature_request')
      .values({ ...stored, ...values })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return;
    const forFirm = { ...values, link: decisionLink(deps, stored.id) };
    const mails = {
      kind: 'feature',
      id: stored.id,
      sender: form.email,
      forFirm,
      forSender: { ...values, isOwner: ownsAddress(actor, form.email) },
    } as const;
    await queueFormMails(deps, trx, mails, requestContext);
  });
}
