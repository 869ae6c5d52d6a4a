import type { Deps, RequestContext, Trx } from '../../deps.ts';
import type { MailValues } from '../../mails/templates.ts';
import { queueMail } from './queue.ts';

type Kind = 'contact' | 'feature';

type FormMails<Name extends Kind> = {
  readonly kind: Name;
  readonly id: string;
  readonly sender: string;
  readonly forFirm: MailValues[`${Name}-firm`];
  readonly forSender: MailValues[`${Name}-copy`];
};

/** Queues a form's mails: one to the firm, with replies going to the sender, and a copy to the sender. */
export async function queueFormMails<Name extends Kind>(
  deps: Deps,
  trx: Trx,
  mails: FormMails<Name>,
  requestContext: RequestContext,
) {
  const { kind, id, sender, forFirm, forSender } = mails;
  const firm = deps.catalog.site.supportEmail;
  await queueMail<`${Name}-firm`>(deps, trx, {
    dedupeKey: `${kind}-firm:${id}`,
    recipient: firm,
    locale: 'en',
    template: `${kind}-firm`,
    values: forFirm,
    replyTo: sender,
  });
  await queueMail<`${Name}-copy`>(deps, trx, {
    dedupeKey: `${kind}-copy:${id}`,
    recipient: sender,
    locale: requestContext.locale,
    template: `${kind}-copy`,
    values: forSender,
    replyTo: firm,
  });
}
