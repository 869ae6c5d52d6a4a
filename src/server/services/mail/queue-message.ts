import type { Deps, RequestContext, Trx } from '../../deps.ts';
import type { MailValues } from '../../mails/templates.ts';
import { queueMail } from './queue.ts';

type Kind = 'contact' | 'feature';

type MessageMail<Name extends Kind> = {
  readonly kind: Name;
  readonly id: string;
  readonly writer: string;
  readonly forFirm: MailValues[`${Name}-firm`];
  readonly forSender: MailValues[`${Name}-copy`];
};

/** What somebody wrote to the firm: a mail to the firm, whose answer goes to the writer, and a copy for the writer. */
export async function queueMessage<Name extends Kind>(
  deps: Deps,
  trx: Trx,
  letter: MessageMail<Name>,
  requestContext: RequestContext,
) {
  const { kind, id, writer, forFirm, forSender } = letter;
  const firm = deps.catalog.site.supportEmail;
  await queueMail<`${Name}-firm`>(deps, trx, {
    dedupeKey: `${kind}-firm:${id}`,
    recipient: firm,
    locale: 'en',
    template: `${kind}-firm`,
    values: forFirm,
    replyTo: writer,
  });
  await queueMail<`${Name}-copy`>(deps, trx, {
    dedupeKey: `${kind}-copy:${id}`,
    recipient: writer,
    locale: requestContext.locale,
    template: `${kind}-copy`,
    values: forSender,
    replyTo: firm,
  });
}
