import type { Deps, Trx } from '../../deps.ts';

type Suspension = {
  readonly accountId: string;
  /** What the reason is about, such as `subscription:<id>`: by it the hold is released. */
  readonly source: string;
  readonly why: 'past-due' | 'dispute';
};

/** Gives an account a reason not to trade; a job tells the platform. The same reason counts once. */
export async function suspendAccount(deps: Deps, trx: Trx, { accountId, source, why }: Suspension): Promise<void> {
  await trx
    .insertInto('account_suspension')
    .values({ account_id: accountId, source, why, since: deps.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await enqueueAccessSync(deps, trx, accountId);
}

/** Takes a reason away from all accounts that have it; those without another trade again. */
export async function liftSuspension(deps: Deps, trx: Trx, source: string): Promise<void> {
  const released = await trx
    .deleteFrom('account_suspension')
    .where('source', '=', source)
    .returning('account_id as accountId')
    .execute();
  for (const { accountId } of released) await enqueueAccessSync(deps, trx, accountId);
}

/** Lets the platform be told what an account may do, where that is no longer what it was told. */
export async function enqueueAccessSync(deps: Deps, trx: Trx, accountId: string): Promise<void> {
  await deps.jobs.send(trx, 'sync-access', { accountId }, { singletonKey: accountId });
}

/** As `enqueueAccessSync`, of every account somebody has on a platform: their market data has changed. */
export async function enqueueAccessSyncOf(
  deps: Deps,
  trx: Trx,
  { person_id: personId, platform }: { readonly person_id: string; readonly platform: 'rithmic' | 'dxfeed' },
): Promise<void> {
  const accounts = await trx
    .selectFrom('trading_account')
    .select('id')
    .where('person_id', '=', personId)
    .where('platform', '=', platform)
    .where('ended_at', 'is', null)
    .execute();
  for (const { id } of accounts) await enqueueAccessSync(deps, trx, id);
}
