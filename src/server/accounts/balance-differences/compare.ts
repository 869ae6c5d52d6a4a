import { isDeepStrictEqual } from 'node:util';
import { findRow, insertRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { replay } from '#shared/accounts/engine.ts';
import { type HeldPosition, normalizePositions } from '#shared/accounts/held-positions.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { compareDelivered } from '../event-log/apply-events.ts';
import { readCheckpoint } from '../event-log/read-checkpoint.ts';
import { lockAccount } from '../lock.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';
import { holdVerdict, releaseVerdict } from './hold-verdict.ts';

/** The platform's balance without open profit, and its positions, after all events up to and including `at`. */
type BalanceReport = {
  readonly at: number;
  readonly balanceCents: number;
  /** All positions; undefined if the platform doesn't report them. */
  readonly positions?: readonly HeldPosition[] | undefined;
};

/**
 * Compares the platform's balance and positions with ours at the same time. A difference is opened once and updated by
 * later reports until one matches or an operator settles it. Until then, rules don't decide about the account: a breach or
 * a pass would rest on figures that may be wrong. @returns false if all match or the account's figures are final
 */
export async function compareBalance(deps: Deps, accountId: string, report: BalanceReport): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account.ended_at !== null || account.state.status === 'passed') return false;
    const newest = await findRow(trx, 'balance_difference', { account_id: accountId }, undefined, 'opened_at desc');
    const open = newest?.status === 'open' ? newest : undefined;
    // Reports from before the newest difference or its settlement are outdated.
    const outdatedUntil = open ? open.at : newest?.settled_at;
    if (outdatedUntil && report.at <= outdatedUntil.getTime()) return open !== undefined;
    const own = await stateAt(deps, trx, account, report.at);
    const ownBalanceCents = own.balanceCents;
    const positions = comparePositions(report.positions, own.positions);
    if (ownBalanceCents === report.balanceCents && positions === null) {
      if (open) await clearDifference(deps, trx, open);
      return false;
    }
    const figures = {
      at: new Date(report.at),
      platform_balance_cents: report.balanceCents,
      own_balance_cents: ownBalanceCents,
      platform_positions: positions && JSON.stringify(positions.platform),
      own_positions: positions && JSON.stringify(positions.own),
    };
    if (open) {
      await updateRow(trx, 'balance_difference', open.id, figures);
      // An account that was breached when its difference opened may go on since.
      await holdVerdict(trx, account, report.at);
      return true;
    }
    const id = newId();
    await insertRow(trx, 'balance_difference', { id, account_id: accountId, ...figures, opened_at: deps.clock() });
    await holdVerdict(trx, account, report.at);
    await writeAudit(deps, trx, 'system', 'balance-differs', ['account', accountId], {
      differenceId: id,
      ...report,
      ownBalanceCents,
    });
    await notifyOwner(deps, trx, account, { kind: 'difference', key: `difference:${id}` });
    deps.log.warn({ accountId, differenceId: id }, 'the platform reports a different balance');
    return true;
  });
}

/** Our figures after all events up to and including `at`. */
async function stateAt(deps: Deps, trx: Trx, account: StoredAccount, at: number): Promise<AccountState> {
  const { state } = account;
  if (state.lastEventAt === null || state.lastEventAt <= at) return state;
  const rules = rulesOf(deps.catalog, account);
  const checkpoint = await readCheckpoint(trx, account.id, rules, at);
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', account.id)
    .where('at', '>=', checkpoint.at)
    .where('at', '<=', new Date(at))
    .execute();
  const events = rows.sort(compareDelivered).map(({ event }) => event);
  return replay(rules, events, checkpoint.state);
}

/** @returns both sides if they differ */
function comparePositions(reported: readonly HeldPosition[] | undefined, held: readonly HeldPosition[]) {
  if (reported === undefined) return null;
  const [platform, own] = [normalizePositions(reported), normalizePositions(held)];
  return isDeepStrictEqual(platform, own) ? null : { platform, own };
}

type OpenDifference = { readonly id: string; readonly account_id: string };

async function clearDifference(deps: Deps, trx: Trx, { id, account_id: accountId }: OpenDifference): Promise<void> {
  await updateRow(trx, 'balance_difference', id, { status: 'cleared', settled_at: deps.clock() });
  await releaseVerdict(deps, trx, accountId);
}
