import type { Deps, RequestContext } from '../../deps.ts';
import { invalid } from '../../errors.ts';
import { newId, sha256 } from '../../ids.ts';
import { queueMessage } from '../mail/queue-message.ts';
import { decisionLink } from './decide.ts';

type Wanted = {
  readonly name: string;
  readonly email: string;
  readonly title: string;
  readonly message: string;
  readonly captcha: string;
};

/** Keeps the request unseen until the firm publishes it by a link in its mail; the writer gets a copy. */
export async function sendFeatureRequest(deps: Deps, wanted: Wanted, requestContext: RequestContext): Promise<void> {
  const { captcha, ...words } = wanted;
  const { name, email, title, message } = words;
  await deps.limits.take('mail', `feature:${email}`);
  if (!(await deps.captcha.verify(captcha, requestContext.ip))) throw invalid({ captcha: ['captcha'] });
  await deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('feature_request')
      .values({
        id: newId(),
        fingerprint: sha256(JSON.stringify([email, title, message])),
        ...words,
        locale: requestContext.locale,
        created_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('fingerprint').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) return;
    const values = { name, email, title, message };
    const forFirm = { ...values, link: decisionLink(deps, stored.id) };
    const letter = { kind: 'feature', id: stored.id, writer: email, forFirm, forSender: values } as const;
    await queueMessage(deps, trx, letter, requestContext);
  });
}
