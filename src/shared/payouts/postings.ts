import type { LedgerAccountRef, LedgerLine } from '#shared/core/ledger-accounts.ts';
import type { PayoutStatus } from './stages.ts';

/**
 * The amounts of a payout. `amountCents` leaves the account or the affiliate's balance; `traderCents` includes the fee and
 * what we added for a missed promise.
 */
export type PayoutMoney = {
  readonly personId: string;
  readonly amountCents: number;
  readonly traderCents: number;
  readonly feeCents: number;
} & ({ readonly source: 'account'; readonly accountId: string } | { readonly source: 'affiliate' });

/** Where a payout's money is booked: `owed` once it came back to a payee whose account can't hold it. */
export type Holding = Exclude<PayoutStatus, 'returned' | 'rejected' | 'canceled'> | 'owed';

function holdingsOf(payout: PayoutMoney, status: Holding): LedgerLine[] {
  if (payout.source === 'affiliate') return affiliateHoldingsOf(payout, status);
  const { personId: ownerId, amountCents, traderCents, feeCents } = payout;
  const expense: LedgerAccountRef = { kind: 'payout-expense', ownerId: payout.accountId };
  if (status === 'requested' || status === 'in-review') {
    return [
      { account: expense, amountCents: -amountCents },
      { account: { kind: 'payout-reserved', ownerId }, amountCents },
    ];
  }
  const earned = { account: expense, amountCents: -traderCents };
  // Each transfer has its own fee.
  if (status === 'owed') return [earned, { account: { kind: 'trader-owed', ownerId }, amountCents: traderCents }];
  const kind = { approved: 'trader-payable', sent: 'payout-in-transit', paid: 'payout-paid' } as const;
  return [
    earned,
    { account: { kind: kind[status], ownerId }, amountCents: traderCents - feeCents },
    { account: { kind: 'payout-fees' }, amountCents: feeCents },
  ];
}

/** Commissions were expensed when they were earned, so they only move between the affiliate's accounts and the fees. */
function affiliateHoldingsOf(payout: PayoutMoney, status: Holding): LedgerLine[] {
  const { personId: ownerId, amountCents } = payout;
  const feeCents = status === 'requested' || status === 'in-review' ? 0 : payout.feeCents;
  const kind = status === 'paid' ? 'affiliate-paid' : 'affiliate-reserved';
  return [
    { account: { kind: 'affiliate-payable', ownerId }, amountCents: -amountCents },
    { account: { kind, ownerId }, amountCents: amountCents - feeCents },
    { account: { kind: 'payout-fees' }, amountCents: feeCents },
  ];
}

/** The entries that move a payout's money between statuses; `to` null reverses everything. Empty if nothing moves. */
export function postingsOf(payout: PayoutMoney, from: Holding | null, to: Holding | null): LedgerLine[] {
  const before = from === null ? [] : holdingsOf(payout, from).map(negate);
  const after = to === null ? [] : holdingsOf(payout, to);
  return combine([...before, ...after]);
}

function negate({ account, amountCents }: LedgerLine): LedgerLine {
  return { account, amountCents: -amountCents };
}

/** Combines lines into one per account and drops those that add up to zero. */
export function combine(lines: readonly LedgerLine[]): LedgerLine[] {
  const byAccount = new Map<string, LedgerLine>();
  for (const { account, amountCents } of lines) {
    const key = `${account.kind} ${account.ownerId ?? ''}`;
    byAccount.set(key, { account, amountCents: amountCents + (byAccount.get(key)?.amountCents ?? 0) });
  }
  return [...byAccount.values()].filter(({ amountCents }) => amountCents !== 0);
}
