import { listRows, requireLockedRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, newId, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { findPersonalStopLock } from '#shared/accounts/personal-stop/personal-stop.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { type Blotter, cancelWorkingOrder, openBlotter, workingOrders } from '#shared/trading/blotter.ts';
import { fitBrackets } from '#shared/trading/brackets.ts';
import { findAccountRule, type TradingAccount } from '#shared/trading/decide-trading.ts';
import { possibleFillOf } from '#shared/trading/exposure.ts';
import { frameNumberAt } from '#shared/trading/market/market.ts';
import { type MarkProgress, matchOrders } from '#shared/trading/match-orders.ts';
import { isBracketOrder, isSameContract, type OrderEndReason, type WorkingOrder } from '#shared/trading/orders.ts';
import { orderOf } from './order-rows.ts';
import { readFrames } from './quotes.ts';
import { type ReadAccount, readTradingAccounts } from './read-accounts.ts';

/** A client's request: its id, a hash of its content, and the order that repeating it returns. */
type PlacedRequest = { readonly id: string; readonly hash: string; readonly orderId: string | null };

/** An account with its working orders, matched up to `matchedFrame`. */
export type TradingBlotter = ReadAccount & {
  readonly blotter: Blotter;
  /** Epoch milliseconds; never before the account's last event. */
  readonly at: number;
  readonly frameNumber: number;
  matchedFrame: number;
  marks: MarkProgress;
  /** The client's request that caused the change, stored with its outcome. */
  request: PlacedRequest | null;
};

/**
 * Locks a person's account. The caller then catches up with the market, so that what follows sees the account as it is.
 * @throws {ServiceError} 404 for another person's account, 409 for one that isn't traded here
 */
export async function lockBlotter(deps: Deps, trx: Trx, personId: string, accountId: string): Promise<TradingBlotter> {
  const account = await requireLockedRow(trx, 'trading_account', { id: accountId, person_id: personId }, [
    'id',
    'simulated',
  ]);
  if (!account.simulated || !deps.platform.takesOrders) throw new ServiceError(409, 'trading_unavailable');
  const [trading] = await readBlotters(deps, trx, [accountId]);
  if (!trading) throw notFound();
  return trading;
}

export async function readBlotters(deps: Deps, executor: Db | Trx, ids: readonly string[]): Promise<TradingBlotter[]> {
  const accounts = await readTradingAccounts(deps, executor, ids);
  const rows = await listRows(executor, 'trading_order', { account_id: ids, status: 'working' }, undefined, {
    orderBy: 'number',
  });
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  const now = marketTime(deps);
  const current = frameNumberAt(now);
  return accounts.map((account) => {
    const { row, rules, noAveragingDown } = account;
    const orders = (byAccount.get(row.id) ?? []).map(orderOf);
    // Positions of an account that isn't open here belong to its simulated trader.
    const matched = row.is_open === true ? row.matched_frame : null;
    // Another copy may have matched it in a later frame.
    const frameNumber = Math.max(current, matched ?? current);
    return {
      ...account,
      blotter: openBlotter({ rules, noAveragingDown, state: row.state, orders, newId }),
      at: Math.max(now, row.state.lastEventAt ?? 0),
      frameNumber,
      matchedFrame: matched ?? frameNumber,
      marks: row.is_open === true ? (row.marks ?? {}) : {},
      request: null,
    };
  });
}

/** Older frames were missed while no server ran: their marks would fill the log, and nobody watches them. */
const liveFrames = 240;
const missedMarksMs = 60_000;

/** Limits one transaction after a long downtime: an hour and a half of market time. */
const maxFramesPerRun = 20_000;

/**
 * Matches the frames since the last matched one, as many as fit one transaction. If the account's record no longer
 * takes events of that time, orders still fill at their prices then, dated at the earliest time it takes: no stop is
 * lost or fills at a later, worse price.
 * @returns whether frames are left
 */
export function catchUp(deps: Deps, trading: TradingBlotter): boolean {
  cancelDisallowedOrders(trading);
  const { blotter, frameNumber, matchedFrame, conditions, row } = trading;
  // No event can change an account that is over.
  if (isOver(conditions.stage)) return false;
  const last = Math.min(frameNumber, matchedFrame + maxFramesPerRun);
  if (last <= matchedFrame) return false;
  const contracts = contractsOf(blotter);
  if (contracts.length > 0) {
    const market = getMarket(deps);
    const live = Math.max(matchedFrame, Math.min(last, frameNumber - liveFrames));
    const earliestAt = row.marks_retained_from.getTime();
    const missed = readFrames(market, contracts, matchedFrame + 1, live, earliestAt);
    const marks = matchOrders(blotter, missed, trading.marks, missedMarksMs);
    trading.marks = matchOrders(blotter, readFrames(market, contracts, live + 1, last, earliestAt), marks);
  }
  trading.matchedFrame = last;
  return last < frameNumber;
}

const endReasons = {
  over: 'account-stopped',
  locked: 'account-stopped',
  'personal-stop': 'account-stopped',
  'payout-review': 'payout-review',
  suspended: 'suspended',
  halted: 'halted',
  copied: 'copied',
} as const satisfies Record<NonNullable<ReturnType<typeof findAccountRule>>, OrderEndReason>;

/**
 * An account that may open nothing keeps the orders that protect its positions, unless it has stopped trading. Brackets
 * also follow positions closed by something else, such as the risk desk or a reset. An account the copier trades keeps
 * only the copier's orders; any other account keeps none of those.
 */
function cancelDisallowedOrders({ blotter, conditions, row, at }: TradingBlotter): void {
  for (const order of workingOrders(blotter)) {
    const isCopied = order.copyOf === undefined ? conditions.isCopied : !conditions.isCopied;
    const rule = findAccountRule({ ...conditions, isCopied }, order);
    if (rule === null) continue;
    // The owner's hours and news keep from opening; a limit that was reached closes everything.
    const isStopped =
      endReasons[rule] === 'account-stopped' &&
      (rule !== 'personal-stop' || findPersonalStopLock(row.personal_stop, at) !== null);
    if (isStopped || !isBracketOrder(order)) cancelWorkingOrder(blotter, order.id, at, endReasons[rule]);
  }
  for (const contract of contractsOf(blotter)) fitBrackets(blotter, contract, at);
}

function contractsOf(blotter: Blotter): Contract[] {
  const contracts: Contract[] = [];
  for (const { instrument, month } of [...blotter.state.positions, ...workingOrders(blotter)]) {
    if (!contracts.some((existing) => isSameContract(existing, { instrument, month })))
      contracts.push({ instrument, month });
  }
  return contracts;
}

/** An account as `decideTrading` needs it, without orders that are about to be replaced. */
export function tradingAccountOf(
  { conditions, blotter, rules, at }: TradingBlotter,
  isReplaced: (order: WorkingOrder) => boolean = () => false,
): TradingAccount {
  const orders = workingOrders(blotter).filter((order) => !isBracketOrder(order) && !isReplaced(order));
  const { status, remainingDailyDrawdownCents } = viewAccount(rules, blotter.state, at);
  return {
    ...conditions,
    // The frames just matched may have stopped the account.
    stage: status === 'breached' ? 'breached' : conditions.stage,
    status,
    remainingCents: remainingDailyDrawdownCents,
    positions: blotter.state.positions,
    orders: orders.map(possibleFillOf),
  };
}
