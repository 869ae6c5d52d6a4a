import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';

/**
 * Sends a mail again that was refused or given up, with the same Message-ID, and retries it like a new one.
 * @throws {ServiceError} 409 if it was sent, is being retried anyway, or its text has been erased
 */
export async function resendMail(deps: Deps, actor: Actor, mailId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const mail = await trx
      .updateTable('mail')
      .set({ refused_at: null, given_up_at: null, claimed_at: null, created_at: deps.clock() })
      .where('id', '=', mailId)
      .where('sent_at', 'is', null)
      .where('text', '<>', '')
      .where((eb) => eb.or([eb('refused_at', 'is not', null), eb('given_up_at', 'is not', null)]))
      .returning('failure')
      .executeTakeFirst();
    if (!mail) throw new ServiceError(409, 'mail_not_resendable');
    await writeAudit(deps, trx, actor, 'mail-resent', ['mail', mailId], {
      before: { failure: mail.failure },
      after: { sent: 'again' },
    });
    await deps.jobs.send(trx, 'send-mail', { mailId }, { singletonKey: mailId });
  });
}
