import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { leavesLittleRoom } from '#shared/payouts/quote.ts';
import { payoutFacts, payoutQuote } from '#shared/payouts/quote-shape.ts';
import { days, makeFacts, quote } from './payout-support.ts';

describe('a payout quote', () => {
  test('of 500 leaves (2,000 − 100) ÷ 2 = 950 available and 1,500 above the floor', () => {
    expect(quote(makeFacts(), 50_000)).toMatchObject({
      allowed: true,
      availableCents: 95_000,
      limitedBy: 'profit-share',
      aboveFloorCents: 150_000,
      balanceAfterCents: 5_150_000,
      netCents: 50_000,
      earliestAt: null,
      // The close of the fifth trading day counting from Wednesday: Tuesday at 16:00 in Chicago.
      nextAt: Date.UTC(2026, 2, 17, 21),
    });
  });

  test('names the missing condition and the earliest time it can be met', () => {
    const facts = makeFacts({ days: makeFacts().days.slice(0, 3), balanceCents: 5_200_000 });
    const { allowed, availableCents, maximumCents, earliestAt, checks } = quote(facts, 50_000);
    expect({ allowed, availableCents, maximumCents }).toEqual({
      allowed: false,
      availableCents: 0,
      maximumCents: 95_000,
    });
    expect(checks.find(({ name }) => name === 'winning-days')).toMatchObject({ current: 3, required: 5, missing: 2 });
    // Today's and tomorrow's close.
    expect(earliestAt).toBe(Date.UTC(2026, 2, 12, 21));
  });

  test('splits where the first 10,000 end: of 1,000 after 9,500 paid, 500 is shared 90/10', () => {
    const facts = makeFacts({ paidCount: 7, paidCents: 950_000, balanceCents: 5_600_000, equityCents: 5_600_000 });
    expect(quote(facts, 100_000)).toMatchObject({
      fullShareCents: 50_000,
      traderCents: 95_000,
      firmCents: 5_000,
      capCents: 400_000,
      capNumber: 8,
    });
  });

  test('never takes the balance down to the floor', () => {
    const facts = makeFacts({ floorCents: 5_150_000 });
    expect(quote(facts, 60_000)).toMatchObject({ allowed: false, limitedBy: 'floor', maximumCents: 49_999 });
  });

  test('leaves little room if less than a tenth of the 400 to the floor would be left', () => {
    const facts = makeFacts({ floorCents: 5_160_000 });
    expect(leavesLittleRoom(quote(facts, 36_000))).toBe(false);
    expect(leavesLittleRoom(quote(facts, 36_001))).toBe(true);
    expect(leavesLittleRoom(quote(makeFacts({ floorCents: null }), 95_000))).toBe(false);
  });

  test('deducts the fee of its method from the trader’s share', () => {
    const facts = makeFacts({ feesCents: { 'bank-transfer': 500, wise: 0, usdc: 0 } });
    expect(quote(facts, 50_000)).toMatchObject({ traderCents: 50_000, feeCents: 500, netCents: 49_500 });
  });
});

const cents = (min: number, max: number) => fc.integer({ min, max });
const generatedFacts = fc
  .record({
    asOf: cents(Date.UTC(2026, 2, 2), Date.UTC(2027, 10, 30)),
    paidCount: cents(0, 6),
    paidCents: cents(0, 1_200_000),
    balanceCents: cents(4_800_000, 6_000_000),
    floorCents: fc.option(cents(4_700_000, 5_400_000), { nil: null }),
    openContracts: fc.constantFrom(0, 0, 0, 0.1, 2),
    isSuspended: fc.constantFrom(false, false, false, true),
    isBreached: fc.constantFrom(false, false, false, true),
    openPayoutNumber: fc.constantFrom(null, null, null, 'P2026-000001'),
    results: fc.array(fc.record({ profitCents: cents(-60_000, 120_000), closed: fc.boolean() }), { maxLength: 12 }),
  })
  .map(({ results, ...facts }) =>
    makeFacts({
      ...facts,
      equityCents: facts.balanceCents,
      days: results.map((result, index) => ({ day: days[index] ?? getTradingDay('2026-03-02'), ...result })),
    }),
  );

describe('with 10,000 generated accounts', () => {
  test('browser and server agree on every figure, including after serialization', () => {
    fc.assert(
      fc.property(generatedFacts, cents(0, 500_000), (facts, amountCents) => {
        const received = payoutFacts.parse(JSON.parse(JSON.stringify(facts)));
        const inBrowser = quote(received, amountCents);
        expect(inBrowser).toEqual(quote(facts, amountCents));
        expect(payoutQuote.parse(JSON.parse(JSON.stringify(inBrowser)))).toEqual(inBrowser);
      }),
      { numRuns: 10_000 },
    );
  });

  test('every amount from the minimum to the largest is allowed, and one cent more is not', () => {
    fc.assert(
      fc.property(generatedFacts, fc.double({ min: 0, max: 1, noNaN: true }), (facts, share) => {
        const { availableCents } = quote(facts, 0);
        const { minimumCents } = facts.terms;
        expect(quote(facts, availableCents + 1).allowed).toBe(false);
        if (availableCents === 0) return;
        const between = minimumCents + Math.floor((availableCents - minimumCents) * share);
        for (const amountCents of [minimumCents, between, availableCents]) {
          const { allowed, aboveFloorCents, traderCents, firmCents, balanceAfterCents } = quote(facts, amountCents);
          expect(allowed).toBe(true);
          expect(traderCents + firmCents).toBe(amountCents);
          expect(aboveFloorCents ?? 1).toBeGreaterThan(0);
          expect(balanceAfterCents).toBeGreaterThan(facts.startingBalanceCents);
        }
        expect(quote(facts, minimumCents - 1).allowed).toBe(false);
      }),
      { numRuns: 10_000 },
    );
  });
});
