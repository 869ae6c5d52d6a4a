import type { LedgerAccountRef, LedgerLine } from '../ledger/accounts.ts';
import type { PayoutStatus } from './stages.ts';

/**
 * Whose payout it is and its money: `amountCents` is what leaves the account or the affiliate's balance, `traderCents`
 * includes the fee.
 */
export type PayoutMoney = {
  readonly personId: string;
  readonly amountCents: number;
  readonly traderCents: number;
  readonly firmCents: number;
  readonly feeCents: number;
} & ({ readonly source: 'account'; readonly accountId: string } | { readonly source: 'affiliate' });

type HoldingStatus = Exclude<PayoutStatus, 'returned' | 'rejected' | 'cancelled'>;

/** Where a payout's money is held at each status: the accounts and what of it each holds. */
function holdingsOf(payout: PayoutMoney, status: HoldingStatus): LedgerLine[] {
  if (payout.source === 'affiliate') return affiliateHoldingsOf(payout, status);
  const { personId: ownerId, amountCents, traderCents, firmCents, feeCents } = payout;
  const expense: LedgerAccountRef = { kind: 'payout-expense', ownerId: payout.accountId };
  if (status === 'requested' || status === 'in-review') {
    return [
      { account: expense, amountCents: -amountCents },
      { account: { kind: 'payout-reserved', ownerId }, amountCents },
    ];
  }
  const kind = { approved: 'trader-payable', sent: 'payout-in-transit', paid: 'payout-paid' } as const;
  return [
    { account: expense, amountCents: firmCents - amountCents },
    { account: { kind: kind[status], ownerId }, amountCents: traderCents - feeCents },
    { account: { kind: 'payout-fees' }, amountCents: feeCents },
  ];
}

/** Commissions were the firm's expense when they were earned, so they only move between the affiliate's own accounts. */
function affiliateHoldingsOf(payout: PayoutMoney, status: HoldingStatus): LedgerLine[] {
  const { personId: ownerId, amountCents } = payout;
  const feeCents = status === 'requested' || status === 'in-review' ? 0 : payout.feeCents;
  const kind = status === 'paid' ? 'affiliate-paid' : 'affiliate-reserved';
  return [
    { account: { kind: 'affiliate-payable', ownerId }, amountCents: -amountCents },
    { account: { kind, ownerId }, amountCents: amountCents - feeCents },
    { account: { kind: 'payout-fees' }, amountCents: feeCents },
  ];
}

/** The entries that move a payout's money from one status to the next; null gives everything back. Empty if nothing moves. */
export function postingsOf(payout: PayoutMoney, from: HoldingStatus | null, to: HoldingStatus | null): LedgerLine[] {
  const before = from === null ? [] : holdingsOf(payout, from).map(negate);
  const after = to === null ? [] : holdingsOf(payout, to);
  return combine([...before, ...after]);
}

function negate({ account, amountCents }: LedgerLine): LedgerLine {
  return { account, amountCents: -amountCents };
}

/** One line per account; those that come to nothing are left out. */
function combine(lines: readonly LedgerLine[]): LedgerLine[] {
  const byAccount = new Map<string, LedgerLine>();
  for (const { account, amountCents } of lines) {
    const key = `${account.kind} ${account.ownerId ?? ''}`;
    byAccount.set(key, { account, amountCents: amountCents + (byAccount.get(key)?.amountCents ?? 0) });
  }
  return [...byAccount.values()].filter(({ amountCents }) => amountCents !== 0);
}
