import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteAffiliatePayout } from '#shared/affiliates/payout-quote.ts';
import { commissionOf, revokedCents } from '#shared/affiliates/share.ts';
import type { LedgerLine } from '#shared/core/ledger-accounts.ts';
import { type PayoutMoney, postingsOf } from '#shared/payouts/postings.ts';
import { nextStatus, type PayoutAction, type PayoutStatus } from '#shared/payouts/stages.ts';

type Holding = Parameters<typeof postingsOf>[1];
type Commission = {
  totalCents: number;
  amountCents: number;
  refundedCents: number;
  revoked: number;
  released: boolean;
};
type Payout = { money: PayoutMoney; status: PayoutStatus };

const personId = 'affiliate';
const feesCents = { 'bank-transfer': 0, wise: 150, usdc: 75 };
const minimumCents = 5_000;
const actions: readonly PayoutAction[] = ['review', 'approve', 'send', 'pay', 'return', 'reject', 'cancel'];
const holding = (status: PayoutStatus): Holding =>
  status === 'returned' || status === 'rejected' || status === 'canceled' ? null : status;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      totalCents: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 30_000, max: 90_000 })),
      taxBps: fc.integer({ min: 0, max: 2_700 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat(),
      partBps: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('request' as const),
      partBps: fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 12_000 })),
      method: fc.constantFrom('bank-transfer' as const, 'wise' as const, 'usdc' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('move' as const), action: fc.constantFrom(...actions), which: fc.nat() }),
  },
);

test('10,000 random histories of sales, refunds and payouts are exact to the cent, clawbacks after a payout included', () => {
  let clawbacks = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) => {
      const balances = new Map<string, number>();
      const commissions: Commission[] = [];
      const payouts: Payout[] = [];
      const balanceOf = (kind: string) => balances.get(kind) ?? 0;
      const post = (lines: readonly LedgerLine[]) => {
        expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
        for (const { account, amountCents } of lines) balances.set(account.kind, balanceOf(account.kind) + amountCents);
      };
      const shift = (kind: 'affiliate-pending' | 'affiliate-payable', amountCents: number) =>
        post([
          { account: { kind, ownerId: personId }, amountCents },
          { account: { kind: 'commission-expense' }, amountCents: -amountCents },
        ]);
      for (const each of steps) {
        if (each.kind === 'sell') {
          const { amountCents } = commissionOf(each, 1_500);
          if (amountCents === 0) continue;
          commissions.push({ totalCents: each.totalCents, amountCents, refundedCents: 0, revoked: 0, released: false });
          shift('affiliate-pending', amountCents);
        } else if (each.kind === 'release') {
          const commission = commissions[each.which % commissions.length];
          if (!commission || commission.released) continue;
          const left = commission.amountCents - commission.revoked;
          shift('affiliate-pending', -left);
          shift('affiliate-payable', left);
          commission.released = true;
        } else if (each.kind === 'refund') {
          const commission = commissions[each.which % commissions.length];
          if (!commission) continue;
          const part = Math.ceil((commission.totalCents * each.partBps) / 10_000);
          commission.refundedCents = Math.min(commission.totalCents, commission.refundedCents + part);
          const after = revokedCents(commission.amountCents, commission.totalCents, commission.refundedCents);
          expect(after).toBeGreaterThanOrEqual(commission.revoked);
          shift(commission.released ? 'affiliate-payable' : 'affiliate-pending', commission.revoked - after);
          commission.revoked = after;
        } else if (each.kind === 'request') {
          const availableCents = balanceOf('affiliate-payable');
          const amountCents = Math.floor((availableCents * each.partBps) / 10_000);
          const facts = { availableCents, minimumCents, feesCents };
          const quote = quoteAffiliatePayout(facts, { amountCents, method: each.method });
          const isPossible = amountCents >= minimumCents && amountCents <= availableCents;
          expect(quote.problem === null).toBe(isPossible);
          if (!isPossible) continue;
          const money = { source: 'affiliate', personId, amountCents, traderCents: amountCents, firmCents: 0 } as const;
          payouts.push({ money: { ...money, feeCents: quote.feeCents }, status: 'requested' });
          post(postingsOf({ ...money, feeCents: quote.feeCents }, null, 'requested'));
        } else {
          const payout = payouts[each.which % payouts.length];
          const status = payout && nextStatus(payout.status, each.action);
          if (!payout || !status) continue;
          post(postingsOf(payout.money, holding(payout.status), holding(status)));
          payout.status = status;
        }
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        const left = (isReleased: boolean) =>
          sum(
            commissions.filter(({ released }) => released === isReleased).map((one) => one.amountCents - one.revoked),
          );
        const live = payouts.filter(({ status }) => holding(status) !== null);
        const net = (isPaid: boolean) =>
          sum(
            live
              .filter(({ status }) => (status === 'paid') === isPaid)
              .map(({ money, status }) => money.amountCents - (/requested|review/.test(status) ? 0 : money.feeCents)),
          );
        expect(balanceOf('affiliate-pending')).toBe(left(false));
        expect(balanceOf('affiliate-payable')).toBe(left(true) - sum(live.map(({ money }) => money.amountCents)));
        expect(balanceOf('affiliate-reserved')).toBe(net(false));
        expect(balanceOf('affiliate-paid')).toBe(net(true));
        expect(sum([...balances.values()])).toBe(0);
        if (balanceOf('affiliate-payable') < 0) clawbacks += 1;
      }
    }),
    { numRuns: 10_000 },
  );
  expect(clawbacks).toBeGreaterThan(100);
});
