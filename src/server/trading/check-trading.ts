import type { output } from 'zod/mini';
import { ServiceError } from '#server/core/deps.ts';
import type { ErrorCode } from '#shared/core/errors.ts';
import type { tradingRejection } from '#shared/trading/contract.ts';
import {
  decideTrading,
  type ProposedOrder,
  type RemainingLimits,
  type TradingAccount,
  type TradingRule,
} from '#shared/trading/decide-trading.ts';

const codes = {
  over: 'trading_over',
  locked: 'trading_locked',
  'personal-stop': 'trading_personal_stop',
  'payout-review': 'trading_payout_review',
  suspended: 'trading_suspended',
  halted: 'trading_halted',
  copied: 'trading_copied',
  'market-closed': 'trading_market_closed',
  'stale-data': 'trading_stale_data',
  'no-remaining-drawdown': 'trading_no_remaining_drawdown',
  'contract-limit': 'trading_contract_limit',
  spread: 'trading_spread',
} as const satisfies Record<TradingRule, ErrorCode>;

/**
 * What an order depends on besides the account: whether its market trades, and the age of the prices the trader saw.
 */
export type MarketView = { readonly isOpen: boolean; readonly dataAt: number; readonly now: number };

/** @throws {ServiceError} 409 with the rule's code; the data has the rule and the remaining limits */
export function checkTrading(account: TradingAccount, { isOpen, dataAt, now }: MarketView, order: ProposedOrder): void {
  // A time in the future can't belong to prices that the trader has seen.
  const dataAgeMs = Math.abs(now - dataAt);
  const decision = decideTrading(account, { isOpen, dataAgeMs }, order);
  if (!decision.allowed) throw rejectionOf(decision.rule, decision.remaining);
}

/** For actions that no other rule forbids: the copier would undo them. @throws {ServiceError} 409 */
export function checkNotCopied(account: TradingAccount): void {
  if (!account.isCopied) return;
  throw rejectionOf('copied', decideTrading(account, { isOpen: true, dataAgeMs: 0 }).remaining);
}

function rejectionOf(rule: TradingRule, remaining: RemainingLimits): ServiceError {
  const data: output<typeof tradingRejection> = { rule, remaining };
  return new ServiceError(409, codes[rule], { data });
}
