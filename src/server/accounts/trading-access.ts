import type { DayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';

/** `liquidate-only` also comes from the risk desk, but leaves positions open for the trader to close. */
export type SuspensionReason = 'past-due' | 'dispute' | 'conduct' | 'risk' | 'liquidate-only' | 'payout-transfer';

/**
 * Why an account may not trade: its rules (`breach`, `daily-limit`, `flat-by`), its owner's personal daily stop, a trading halt, its
 * payments, or conduct.
 */
export type AccessReason = 'breach' | 'daily-limit' | 'flat-by' | 'personal-stop' | 'halt' | SuspensionReason;

/**
 * Whether an account may trade. `flatten` closes open positions; `until` is when trading resumes, null if open-ended.
 */
export type TradingAccess =
  | { readonly trading: true }
  | {
      readonly trading: false;
      readonly flatten: boolean;
      readonly until: number | null;
      readonly reason: AccessReason;
    };

/** An account's permissions: whether it may trade, and its market data (packages, or the add-on). */
export type AccountAccess = TradingAccess & {
  readonly marketData: readonly string[];
  /** Instruments whose orders are refused; omitted if there are none. */
  readonly haltedInstruments?: readonly string[];
  /** The day's limits of its owner, for a platform that holds them; omitted if there are none. */
  readonly personalStop?: DayLimits;
};
