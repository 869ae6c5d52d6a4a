import { type Actor, type Deps, invalid, newId, type RequestContext, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';

/** Columns shared by all stored forms. Submissions with equal text have equal fingerprints. */
export type StoredForm = {
  readonly id: string;
  readonly fingerprint: string;
  readonly locale: string;
  readonly created_at: Date;
};

/** Whether the sender is signed in with the address they gave and has verified it. */
export function hasVerifiedAddress(actor: Actor | null, email: string): boolean {
  return actor?.verified === true && actor.email.toLowerCase() === email.toLowerCase();
}

/**
 * Checks limits and captcha of a public form, then stores it and queues its mails in one transaction.
 * @param text hashed into the fingerprint; submissions with equal text count as the same
 * @throws {ServiceError} 422 for a wrong captcha, 429 above the mail limit
 */
export async function acceptForm(
  deps: Deps,
  kind: 'contact' | 'feature',
  form: { readonly email: string; readonly captcha: string },
  text: readonly string[],
  requestContext: RequestContext,
  store: (trx: Trx, stored: StoredForm) => Promise<void>,
): Promise<void> {
  await deps.limits.take('mail', `${requestContext.network}:${kind}:${form.email}`);
  if (!(await deps.captcha.verify(form.captcha, requestContext.ip))) throw invalid({ captcha: ['captcha'] });
  const fingerprint = sha256(JSON.stringify(text));
  const stored = { id: newId(), fingerprint, locale: requestContext.locale, created_at: deps.clock() };
  await deps.db.transaction().execute((trx) => store(trx, stored));
}
