import type { Deps, Trx, Visitor } from '../../deps.ts';
import type { MailValues } from '../../mails/templates.ts';
import { queueMail } from './queue.ts';

type Kind = 'contact' | 'feature';

type Letter<Name extends Kind> = {
  readonly kind: Name;
  readonly id: string;
  readonly writer: string;
  readonly forFirm: MailValues[`${Name}-firm`];
  readonly forWriter: MailValues[`${Name}-copy`];
};

/** What somebody wrote to the firm: a mail to the firm, whose answer goes to the writer, and a copy for the writer. */
export async function queueLetter<Name extends Kind>(deps: Deps, trx: Trx, letter: Letter<Name>, visitor: Visitor) {
  const { kind, id, writer, forFirm, forWriter } = letter;
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
    locale: visitor.locale,
    template: `${kind}-copy`,
    values: forWriter,
    replyTo: firm,
  });
}
