import type { output } from 'zod/mini';
import type { accountCredentials } from '../../../contract/account-details.ts';
import type { Actor, Deps } from '../../deps.ts';
import { decryptText } from '../../encryption.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { getOwnAccount } from './find-own.ts';

/** Opens the sealed credentials of the person's own account; who saw them, and when, stays written down. */
export async function showCredentials(
  deps: Deps,
  actor: Actor,
  accountId: string,
): Promise<output<typeof accountCredentials.data>> {
  const account = await getOwnAccount(deps, actor.personId, accountId);
  await writeAudit(deps, deps.db, {
    actor: `person:${actor.personId}`,
    action: 'account-credentials-shown',
    entity: 'account',
    entityId: accountId,
    details: { sessionId: actor.sessionId },
  });
  return {
    platform: account.platform,
    platformAccountId: account.platform_account_id,
    user: account.platform_user,
    secret: decryptText(deps.keys, `account:${accountId}`, account.platform_secret),
  };
}
