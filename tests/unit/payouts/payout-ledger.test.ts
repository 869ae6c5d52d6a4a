import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ledgerAccountKinds } from '#shared/core/ledger-accounts.ts';
import { type PayoutMoney, postingsOf } from '#shared/payouts/postings.ts';
import { nextStatus, type PayoutAction, type PayoutStatus } from '#shared/payouts/stages.ts';

type Holding = Parameters<typeof postingsOf>[1];

const actions: readonly PayoutAction[] = ['review', 'approve', 'send', 'recall', 'pay', 'return', 'reject', 'cancel'];
const holding = (status: PayoutStatus): Holding =>
  status === 'returned' || status === 'rejected' || status === 'canceled' ? null : status;

const payouts = fc.record({
  amountCents: fc.integer({ min: 25_000, max: 600_000 }),
  firmShare: fc.integer({ min: 0, max: 1_000 }),
  feeCents: fc.integer({ min: 0, max: 2_000 }),
  steps: fc.array(fc.constantFrom(...actions), { maxLength: 12 }),
});

test('transactions balance, nothing goes negative and unpaid payouts leave nothing in 10,000 random histories', () => {
  fc.assert(
    fc.property(fc.array(payouts, { minLength: 1, maxLength: 4 }), (histories) => {
      const balances = new Map<string, number>();
      let unpaidCents = 0;
      let paidCents = 0;
      for (const { amountCents, firmShare, feeCents, steps } of histories) {
        const firmCents = Math.floor((amountCents * firmShare) / 10_000);
        const money: PayoutMoney = {
          ...{ source: 'account' as const, personId: 'person', accountId: 'account', amountCents, feeCents },
          traderCents: amountCents - firmCents,
        };
        let status: PayoutStatus = 'requested';
        post(money, null, 'requested');
        for (const action of steps) {
          const next = nextStatus(status, action);
          if (next === null) continue;
          post(money, holding(status), holding(next));
          status = next;
        }
        if (holding(status) === null) unpaidCents += amountCents;
        if (status === 'paid') paidCents += money.traderCents - feeCents;
      }
      expect(balances.get('payout-paid') ?? 0).toBe(paidCents);
      if (unpaidCents === histories.reduce((sum, { amountCents }) => sum + amountCents, 0)) {
        expect([...balances.values()].every((cents) => cents === 0)).toBe(true);
      }

      function post(money: PayoutMoney, from: Holding, to: Holding): void {
        const lines = postingsOf(money, from, to);
        expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
        for (const { account, amountCents } of lines) {
          const cents = (balances.get(account.kind) ?? 0) + amountCents;
          balances.set(account.kind, cents);
          if (!ledgerAccountKinds[account.kind].mayBeNegative) expect(cents).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: 10_000 },
  );
});
