import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import type { PendingReason } from '#shared/accounts/opening.ts';
import type { PlatformKind } from '#shared/accounts/platform-capabilities.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import type { AccountAccess } from '../../trading-access.ts';

export type AccountSelection = {
  /** Our id; repeating a request with it returns the same account. */
  readonly accountId: string;
  readonly platform: PlatformName;
  readonly rules: AccountRules;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** ISO 3166, and the language of the account's owner: some platforms prefill agreements with them. */
  readonly country?: string | null;
  readonly locale?: string;
};

export type PlatformAccount = {
  readonly platformAccountId: string;
  readonly user: string;
  readonly secret: string;
};

/**
 * The platform has taken the request, but something must happen there first: it isn't done yet. Repeating the request
 * finds out whether it is.
 */
export class PlatformPending extends Error {
  readonly reason: PendingReason;
  /** When it is expected to be possible, in UTC ms. */
  readonly until: number | null;

  constructor(message: string, { reason, until }: { readonly reason: PendingReason; readonly until: number | null }) {
    super(message);
    this.reason = reason;
    this.until = until;
  }
}

/** The platform refuses the request for a reason that a person must solve, in the platform's words. */
export class PlatformRefused extends Error {}

/** An event as delivered by the platform: at least once, `sourceId` unique within the account. */
export type DeliveredEvent = { readonly sourceId: string; readonly event: AccountEvent };

export type PlatformAccountRef = {
  readonly accountId: string;
  readonly platform: PlatformName;
  readonly platformAccountId: string;
};

/** A market order for a follower of the copier. */
export type MarketOrder = {
  /** Our id; the platform fills the order once, however often it is sent. */
  readonly id: string;
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  /** Signed contracts: positive buys, negative sells. */
  readonly quantity: number;
  /** Fill price on the simulated platform: the terminal's, or the last known one. */
  readonly priceTicks: number;
};

/** Opens accounts and delivers events: a bridge to trading platforms, or the simulated platform. */
export type Platform = PlatformKind & {
  /** Opens an account, or returns the one that was opened under this id. */
  openAccount(selection: AccountSelection): Promise<PlatformAccount>;
  /** Resets an account to its starting balance, once per `requestId`. */
  resetAccount(account: PlatformAccountRef, requestId: string): Promise<void>;
  /**
   * Sets an account's complete permissions. Of two messages, the one with the higher revision applies. A lock that is
   * accepted may become effective later, once the account is flat.
   */
  setAccess(
    account: PlatformAccountRef,
    access: AccountAccess,
    revision: number,
  ): Promise<{ readonly isEffective: boolean }>;
  /**
   * Transfers money between an account and the firm; negative cents leave the account. Happens once per `requestId`;
   * repeating a request returns the first time.
   */
  transferMoney(
    account: PlatformAccountRef,
    amountCents: number,
    requestId: string,
  ): Promise<{ readonly transferredAt: number }>;
  /** Ends trading on an account permanently. Idempotent. */
  closeAccount(account: PlatformAccountRef): Promise<void>;
};
