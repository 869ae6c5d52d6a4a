import type { Selectable } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import type { MailTemplate, MailValues } from '#server/core/mail/values.ts';
import { countMail } from '#server/messages/mail/limits.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { findPersonByEmail } from '../find-person.ts';
import { lockPerson } from '../lock.ts';
import type { CodePurpose, PersonTable } from '../tables.ts';
import { hasFreshCode } from './has-fresh.ts';
import { deleteUnsentCodeMails } from './invalidate.ts';
import { issueCode } from './issue.ts';

type Person = Selectable<PersonTable>;

type CodeMail<Name extends MailTemplate> = {
  readonly purpose: CodePurpose;
  /** The purpose of a link in the same mail, if it has one. */
  readonly linkPurpose?: CodePurpose;
  readonly template: Name;
  readonly mayReceive: (person: Person) => boolean;
  readonly values: (person: Person, issued: { id: string; code: string; linkCode: string }) => MailValues[Name];
};

/** Mails a one-time code if the address belongs to a person who may have it and has no fresh one. */
export async function mailCode<Name extends MailTemplate>(
  deps: Deps,
  email: string,
  { purpose, linkPurpose, template, mayReceive, values }: CodeMail<Name>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const found = await findPersonByEmail(trx, email);
    if (!found) return;
    const person = await lockPerson(trx, found.id);
    if (!mayReceive(person) || (await hasFreshCode(deps, trx, person.id, purpose))) return;
    // A new code ends the old one, so there is none without its mail.
    if (!(await countMail(deps, template, person.email))) return;
    await deleteUnsentCodeMails(trx, person.id, purpose);
    const issued = await issueCode(deps, trx, { personId: person.id, purpose });
    const link = linkPurpose && (await issueCode(deps, trx, { personId: person.id, purpose: linkPurpose }));
    const mail = values(person, { ...issued, linkCode: link?.code ?? '' });
    await queueMail(deps, trx, person, template, `${purpose}:${issued.id}`, mail, { isCounted: true });
  });
}
