import { insertOnce, isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { SuspensionReason } from '../trading-access.ts';

type Suspension = {
  readonly accountId: string;
  /** The cause, such as `subscription:<id>`, by which the suspension is lifted. */
  readonly source: string;
  readonly reason: SuspensionReason;
  /** When it ends by itself. */
  readonly until?: Date | null;
};

/** Suspends trading for a cause; a job updates the platform. The same cause counts once. */
export async function suspendAccount(deps: Deps, trx: Trx, { accountId, source, reason, until = null }: Suspension) {
  await insertOnce(trx, 'account_suspension', { account_id: accountId, source, reason, since: deps.clock(), until });
  await enqueueAccessSync(deps, trx, accountId);
}

/** Lifts every suspension with this cause; accounts without another one can trade again. */
export async function liftSuspension(deps: Deps, trx: Trx, source: string): Promise<void> {
  const released = await trx
    .deleteFrom('account_suspension')
    .where('source', '=', source)
    .returning('account_id as accountId')
    .execute();
  for (const { accountId } of released) await enqueueAccessSync(deps, trx, accountId);
}

/** Enqueues an update of the platform if the account's permissions have changed. */
export async function enqueueAccessSync(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  await deps.jobs.send(trx, 'sync-access', { accountId }, { singletonKey: accountId });
}

/** Like `enqueueAccessSync` for all of a person's accounts on a platform, after their market data changed. */
export async function enqueueAccessSyncs(
  deps: Deps,
  trx: Trx,
  { person_id: personId, platform }: { readonly person_id: string; readonly platform: PlatformName },
): Promise<void> {
  const accounts = await listRows(trx, 'trading_account', { person_id: personId, platform, ended_at: isNull }, ['id']);
  for (const { id } of accounts) await enqueueAccessSync(deps, trx, id);
}
