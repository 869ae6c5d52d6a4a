import { describe, expect, it } from 'vitest';
import { getCatalog, getPayoutTerms } from '#content/catalog.ts';
import { pathTo } from '#routes.ts';
import { programRoutes } from '#shared/catalog/programs.ts';
import { capOf, evaluatePayout } from '#shared/payouts/eligibility.ts';
import { findAll, findOne, readBuilt } from './built-site.ts';

const catalog = getCatalog();
const { evaluations, rulesVersion } = catalog.packages;
const startingBalanceCents = 5_000_000;

/** All figures of a text, in cents, percent or counts. */
const numbersOf = (text: string) => findAll(text, /(\d[\d,]*)/g).map((found) => Number(found.replaceAll(',', '')));

const termsOf = (offer: (typeof evaluations)[number]) => getPayoutTerms(catalog, rulesVersion, offer);

/** A funded account without positions after closed days with these profits in dollars. */
function evaluate(offer: (typeof evaluations)[number], days: readonly number[], paid = { count: 0, cents: 0 }) {
  const { capsCents, ...terms } = termsOf(offer);
  const profitCents = days.reduce((sum, dollars) => sum + dollars * 100, 0);
  return evaluatePayout(terms, {
    startingBalanceCents,
    balanceCents: startingBalanceCents + profitCents,
    isFunded: true,
    isBreached: false,
    openContracts: 0,
    days: days.map((dollars) => ({ profitCents: dollars * 100, closed: true })),
    capCents: capOf(capsCents, paid.count),
    paidCents: paid.cents,
  });
}

/** As many days of this profit, the rest in days that stay a small part of it. */
function daysOf(count: number, minimum: number, profit: number): readonly number[] {
  const rest = profit - count * minimum;
  const days = Array.from({ length: count }, () => minimum);
  return rest <= 0 ? days : [...days, ...Array.from({ length: 20 }, () => rest / 20)];
}

const reasonsOf = ({ reasons }: ReturnType<typeof evaluate>) => reasons.map(({ name }) => name);

describe.each(evaluations)('the page that sells $id', (offer) => {
  const page = readBuilt(`${pathTo(programRoutes[offer.program], {}, 'en').slice(1)}.html`);
  const box = page.split(`<div class="offer" data-size="${offer.size}"`)[1]?.split('href="')[0] ?? '';
  const facts = new Map(
    [...box.matchAll(/<dt[^>]*>([^<]*)<\/dt>\s*<dd[^>]*>([^<]*)<\/dd>/g)].map(([, term = '', value = '']) => [
      term,
      value,
    ]),
  );
  const figures = (name: string) => numbersOf(facts.get(name) ?? '');
  const [minimum = 0, profit = 0] = figures('Smallest payout');
  const [count = 0, dayMinimum = 0] = figures('Winning days');
  const [bestShare = 0] = figures('Best day');
  const [share = 0, buffer = 0] = figures('Can be paid out');
  const [label = '', caps = ''] = [...facts].find(([name]) => name.includes('payouts, at most')) ?? [];

  it('names the profit from which its smallest payout is available, and not a dollar less', () => {
    const days = daysOf(count, dayMinimum, profit);
    const first = evaluate(offer, days);
    expect([first.eligible, first.availableCents]).toEqual([true, minimum * 100]);
    expect(profit).toBe(buffer + (minimum * 100) / share);
    expect(reasonsOf(evaluate(offer, daysOf(count, dayMinimum, profit - 1)))).toContain('minimum');
  });

  it('names the days that it takes: one less, or one that made less, isn’t enough', () => {
    const small = Array.from({ length: 200 }, () => dayMinimum - 1);
    const winning = Array.from({ length: count }, () => dayMinimum);
    expect(evaluate(offer, [...small, ...winning]).eligible).toBe(true);
    expect(reasonsOf(evaluate(offer, [...small, ...winning.slice(1)]))).toEqual(['winning-days']);
    expect(reasonsOf(evaluate(offer, [...small, ...winning.slice(1), dayMinimum - 1]))).toEqual(['winning-days']);
  });

  it('names how much the best day may be', () => {
    const days = (best: number) => [best, ...Array.from({ length: 20 }, () => (10 * profit - best) / 20)];
    expect(reasonsOf(evaluate(offer, days(profit * bestShare * 0.1)))).toEqual([]);
    expect(reasonsOf(evaluate(offer, days(profit * bestShare * 0.1 + 1)))).toEqual(['best-day']);
  });

  it('names each payout there is, what it can be at most, and what the trader keeps of it', () => {
    const promised = numbersOf(caps);
    expect(numbersOf(label)).toEqual([promised.length]);
    const rich = Array.from({ length: 20 }, () => 10_000);
    let cents = 0;
    for (const [index, cap] of promised.entries()) {
      const payout = evaluate(offer, rich, { count: index, cents });
      expect([payout.eligible, payout.availableCents, payout.traderCents]).toEqual([true, cap * 100, cap * 100]);
      cents += payout.availableCents;
    }
    expect(facts.get('You keep')).toBe('100% of each payout');
    expect(reasonsOf(evaluate(offer, rich, { count: promised.length, cents }))).toEqual(['paid-out']);
  });
});

describe('the home page', () => {
  const home = readBuilt('index.html');
  const steps = home.slice(home.indexOf('id="steps"'));
  const classic = evaluations.find(({ id }) => id === 'classic-50k');
  if (classic === undefined) throw new Error('no Classic 50K');

  it('says when a Classic 50K pays: at what it says, not before', () => {
    const text = findOne(steps, /(\d+% of your profit above[^<]*)/) ?? '';
    const [share = 0, buffer = 0, minimum = 0, cap = 0, count = 0, day = 0] = numbersOf(text);
    const profitFor = (dollars: number) => buffer + (dollars * 100) / share;
    for (const amount of [minimum, cap]) {
      const payout = evaluate(classic, daysOf(count, day, profitFor(amount)));
      expect([payout.eligible, payout.availableCents]).toEqual([true, amount * 100]);
    }
    expect(evaluate(classic, daysOf(count, day, profitFor(cap) + 1_000)).availableCents).toBe(cap * 100);
    expect(evaluate(classic, daysOf(count, day, profitFor(minimum) - 1)).eligible).toBe(false);
  });

  it('promises what every account on sale keeps', () => {
    // The caps of a Classic 50K: 400, 500, 750 and 1,000 dollars.
    expect(home.replace(/<[^>]*>/g, '')).toContain('it pays you up to $2,650.');
    const [largest = 0] = numbersOf(findOne(home, /(Up to \$[\d,]+ per account)/) ?? '');
    const sums = evaluations.map((offer) => termsOf(offer).capsCents.reduce((sum, cents) => sum + cents, 0));
    expect(largest * 100).toBe(Math.max(...sums));
  });

  it('names the days without a trade that close an account, and no other deadline', () => {
    const { closeDays } = catalog.packages.accounts.inactivity;
    expect(steps).toContain(`No deadline while you trade at least once every ${closeDays} days.`);
  });
});
