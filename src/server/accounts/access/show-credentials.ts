import type { output } from 'zod/mini';
import { hourMs } from '#lib/durations.ts';
import { type Actor, type Deps, writeAudit } from '#server/core/deps.ts';
import { decryptText } from '#server/core/encryption.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { getPerson } from '#server/people/find-person.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { accountCredentials } from '#shared/accounts/contract-details.ts';
import { getOwnAccount } from '../get-own-account.ts';

/**
 * Decrypts the credentials of the person's own account after a fresh confirmation of their identity. Every view is
 * audited and mailed, the mail at most once per hour and session.
 */
export async function showCredentials(
  deps: Deps,
  actor: Actor,
  accountId: string,
): Promise<output<typeof accountCredentials.data>> {
  const account = await getOwnAccount(deps, actor.personId, accountId);
  await requireConfirmed(deps, actor);
  await deps.db.transaction().execute(async (trx) => {
    await writeAudit(deps, trx, actor, 'account-credentials-shown', ['account', accountId], {
      sessionId: actor.sessionId,
    });
    const hour = Math.floor(deps.clock().getTime() / hourMs);
    const person = await getPerson(trx, actor.personId);
    await notifySecurityEvent(deps, trx, person, 'credentials_shown', `${accountId}:${actor.sessionId}:${hour}`);
  });
  return {
    platform: account.platform,
    platformAccountId: account.platform_account_id,
    user: account.platform_user,
    secret: decryptText(deps.keys, `account:${accountId}`, account.platform_secret),
  };
}
