import type { ContactTopic } from '../../../contract/contact.ts';
import type { Deps, RequestContext } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { newId, sha256 } from '../../ids.ts';
import { queueMessage } from '../mail/queue-message.ts';

type Wanted = {
  readonly name: string;
  readonly email: string;
  readonly topic: ContactTopic;
  readonly message: string;
  readonly captcha: string;
};

/** Keeps the message and mails it to the firm, with a copy to the writer. The same message again is the first one. */
export async function sendContactMessage(deps: Deps, wanted: Wanted, requestContext: RequestContext): Promise<void> {
  const { captcha, ...words } = wanted;
  const { name, email, topic, message } = words;
  await deps.limits.take('mail', `contact:${email}`);
  if (!(await deps.captcha.verify(captcha, requestContext.ip))) throw invalid({ captcha: ['captcha'] });
  await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('contact_message')
      .values({
        id: newId(),
        fingerprint: sha256(JSON.stringify([email, topic, message])),
        ...words,
        locale: requestContext.locale,
        created_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) return;
    const values = { name, email, topic, message };
    const letter = { kind: 'contact', id: stored.id, writer: email, forFirm: values, forSender: values } as const;
    await queueMessage(deps, trx, letter, requestContext);
  });
}
