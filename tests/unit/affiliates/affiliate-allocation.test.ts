import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AvailableEntry, allocateCommissions } from '#shared/affiliates/allocate.ts';

const released = (commissionId: string, amountCents: number): AvailableEntry => ({
  ...{ type: 'released', commissionId, amountCents },
});
const takenBack = (commissionId: string, amountCents: number): AvailableEntry => ({
  ...{ type: 'taken-back', commissionId, amountCents },
});
const payout = (payoutId: string, amountCents: number): AvailableEntry => ({ type: 'payout', payoutId, amountCents });

const useOf = (entries: readonly AvailableEntry[]) => Object.fromEntries(allocateCommissions(entries));
const noUse = { payouts: [], settledCents: 0, unpaidCents: 0, clawbackCents: 0, owedCents: 0 };

describe('commission allocation', () => {
  test('a payout uses the oldest commissions first and the last one in part', () => {
    expect(useOf([released('a', 2_235), released('b', 2_235), released('c', 2_235), payout('P1', 6_000)])).toEqual({
      a: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 2_235 }] },
      b: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 2_235 }] },
      c: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 1_530 }], unpaidCents: 705 },
    });
  });

  test('the next payout continues where the previous one stopped', () => {
    const entries = [released('a', 6_000), payout('P1', 5_000), released('b', 5_000), payout('P2', 5_500)];
    expect(useOf(entries)).toEqual({
      a: {
        ...noUse,
        payouts: [
          { payoutId: 'P1', amountCents: 5_000 },
          { payoutId: 'P2', amountCents: 1_000 },
        ],
      },
      b: { ...noUse, payouts: [{ payoutId: 'P2', amountCents: 4_500 }], unpaidCents: 500 },
    });
  });

  test('a refund before the payout reduces its own commission', () => {
    expect(useOf([released('a', 5_000), released('b', 5_000), takenBack('a', 2_000), payout('P1', 6_000)])).toEqual({
      a: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 3_000 }] },
      b: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 3_000 }], unpaidCents: 2_000 },
    });
  });

  test('a refund after the payout leaves the commission with that payout and is recovered from the next commission', () => {
    const paid = [released('a', 5_000), payout('P1', 5_000), takenBack('a', 5_000)];
    const a = { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 5_000 }], clawbackCents: 5_000 };
    expect(useOf(paid)).toEqual({ a: { ...a, owedCents: 5_000 } });
    expect(useOf([...paid, released('b', 3_000)])).toEqual({
      a: { ...a, owedCents: 2_000 },
      b: { ...noUse, settledCents: 3_000 },
    });
    expect(useOf([...paid, released('b', 3_000), released('c', 8_000), payout('P2', 6_000)])).toEqual({
      a,
      b: { ...noUse, settledCents: 3_000 },
      c: { ...noUse, settledCents: 2_000, payouts: [{ payoutId: 'P2', amountCents: 6_000 }] },
    });
  });

  test('a fully revoked commission is not part of any payout', () => {
    expect(useOf([released('a', 5_000), takenBack('a', 5_000), released('b', 3_000), payout('P1', 2_000)])).toEqual({
      a: noUse,
      b: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 2_000 }], unpaidCents: 1_000 },
    });
  });

  test('a refund booked just before the request moves the payout to later commissions', () => {
    expect(useOf([released('a', 5_000), takenBack('a', 1_000), payout('P1', 5_000), released('b', 3_000)])).toEqual({
      a: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 4_000 }] },
      b: { ...noUse, payouts: [{ payoutId: 'P1', amountCents: 1_000 }], unpaidCents: 2_000 },
    });
  });
});

/** Each commission is released once and revoked at most in full; a payout can take any amount at any time. */
const history = fc
  .array(
    fc.record({
      act: fc.constantFrom('release' as const, 'refund' as const, 'payout' as const),
      pick: fc.nat(),
      cents: fc.integer({ min: 1, max: 50_000 }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    const entries: AvailableEntry[] = [];
    const left: { id: string; cents: number }[] = [];
    let balance = 0;
    for (const [index, { act, pick, cents }] of steps.entries()) {
      const commission = left[pick % Math.max(1, left.length)];
      if (act === 'release') {
        entries.push(released(`c${index}`, cents));
        left.push({ id: `c${index}`, cents });
        balance += cents;
      } else if (act === 'refund' && commission && commission.cents > 0) {
        const part = Math.min(cents, commission.cents);
        entries.push(takenBack(commission.id, part));
        commission.cents -= part;
        balance -= part;
      } else if (act === 'payout' && balance > 0) {
        const amount = Math.min(cents, balance);
        entries.push(payout(`P${index}`, amount));
        balance -= amount;
      }
    }
    return { entries, balance };
  });

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function sumOf(entries: readonly AvailableEntry[], matches: (entry: AvailableEntry) => boolean): number {
  return total(entries.filter(matches).map(({ amountCents }) => amountCents));
}

test('every payout, commission and balance is exact to the cent in 10,000 random histories', () => {
  fc.assert(
    fc.property(history, ({ entries, balance }) => {
      const uses = allocateCommissions(entries);
      const shares = [...uses].flatMap(([commissionId, use]) =>
        use.payouts.map((share) => ({ commissionId, ...share })),
      );
      for (const entry of entries) {
        if (entry.type !== 'payout') continue;
        const paid = shares.filter(({ payoutId }) => payoutId === entry.payoutId);
        expect(total(paid.map(({ amountCents }) => amountCents))).toBe(entry.amountCents);
      }
      let [settledCents, madeUpCents] = [0, 0];
      for (const [id, use] of uses) {
        const releasedCents = sumOf(entries, (entry) => entry.type === 'released' && entry.commissionId === id);
        const takenCents = sumOf(entries, (entry) => entry.type === 'taken-back' && entry.commissionId === id);
        const paidCents = total(use.payouts.map(({ amountCents }) => amountCents));
        expect(paidCents + use.settledCents + use.unpaidCents - use.clawbackCents).toBe(releasedCents - takenCents);
        expect(Math.min(use.settledCents, use.unpaidCents, use.owedCents)).toBeGreaterThanOrEqual(0);
        settledCents += use.settledCents;
        madeUpCents += use.clawbackCents - use.owedCents;
      }
      expect(settledCents).toBe(madeUpCents);
      const [unpaid, owed] = [
        total([...uses.values()].map(({ unpaidCents }) => unpaidCents)),
        total([...uses.values()].map(({ owedCents }) => owedCents)),
      ];
      expect(unpaid - owed).toBe(balance);
      expect(Math.min(unpaid, owed)).toBe(0);
    }),
    { numRuns: 10_000 },
  );
});

test('a payout never uses a commission while an older one has money left', () => {
  fc.assert(
    fc.property(history, ({ entries }) => {
      const order = new Map(
        entries.flatMap((entry, index) => (entry.type === 'released' ? [[entry.commissionId, index] as const] : [])),
      );
      for (const [index, entry] of entries.entries()) {
        if (entry.type !== 'payout') continue;
        const uses = allocateCommissions(entries.slice(0, index + 1));
        const taken = [...uses].filter(([, use]) => use.payouts.some(({ payoutId }) => payoutId === entry.payoutId));
        const newest = Math.max(...taken.map(([id]) => order.get(id) ?? 0));
        for (const [id, { unpaidCents }] of uses) {
          if ((order.get(id) ?? 0) < newest) expect(unpaidCents).toBe(0);
        }
      }
    }),
  );
});
