import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { batchStatusOf, formatsOf, type PaymentStatus } from '#shared/payouts/batch.ts';
import { type PayoutMoney, postingsOf } from '#shared/payouts/postings.ts';
import {
  type CountedStage,
  countStartedHours,
  type DayFigures,
  nextUtcDay,
  sumFigures,
  summarize,
} from '#shared/payouts/statistics.ts';
import { hashEntry, verifyChain, writeBody } from '#shared/payouts/statistics-chain.ts';

describe('published payout figures', () => {
  test('count every started hour, and at least one', () => {
    expect([0, 1, hourMs, hourMs + 1, 25 * hourMs].map((ms) => countStartedHours(1_000, 1_000 + ms))).toEqual([
      1, 1, 1, 2, 25,
    ]);
  });

  test('of a day hold its decisions and payments, followed by corrections of earlier days', () => {
    const stages: CountedStage[] = [
      { kind: 'approved', day: '2026-11-10', hours: 3 },
      { kind: 'rejected', day: '2026-11-10', hours: 3, reason: 'sanctions-match' },
      { kind: 'paid', day: '2026-11-10', hours: 20, cents: 90_000 },
      { kind: 'paid', day: '2026-11-10', hours: 20, cents: 10_000 },
      { kind: 'returned', day: '2026-11-04', hours: 7, cents: 50_000 },
      { kind: 'returned', day: '2026-11-03', hours: 9, cents: 40_000 },
    ];
    expect(sumFigures('2026-11-10', stages)).toEqual([
      {
        ...{ day: '2026-11-10', decisionHours: { 3: 2 }, paidHours: { 20: 2 }, paidCents: 100_000 },
        rejections: { 'sanctions-match': 1 },
      },
      { day: '2026-11-03', decisionHours: {}, paidHours: { 9: -1 }, paidCents: -40_000, rejections: {} },
      { day: '2026-11-04', decisionHours: {}, paidHours: { 7: -1 }, paidCents: -50_000, rejections: {} },
    ]);
  });

  test('of a day without payouts are empty', () => {
    expect(sumFigures('2026-11-10', [])).toEqual([
      { day: '2026-11-10', decisionHours: {}, paidHours: {}, paidCents: 0, rejections: {} },
    ]);
  });

  test('of a month give the median and 95th percentile of hours, newest month first, without returned payouts', () => {
    const day = (
      date: string,
      decisionHours: Record<string, number>,
      paidHours: Record<string, number>,
      cents: number,
    ) => ({ day: date, decisionHours, paidHours, paidCents: cents, rejections: {} }) as const;
    const { all, months } = summarize(
      [
        day('2026-10-30', { 2: 1 }, { 30: 1 }, 5_000),
        // Twenty decisions: the tenth took 4 hours, the nineteenth 10, the twentieth 100.
        day('2026-11-02', { 10: 9, 4: 10 }, { 8: 2 }, 20_000),
        day('2026-11-03', { 100: 1 }, { 8: -1 }, -10_000),
      ],
      20,
    );
    const promised = { count: 0, medianMinutes: null, within: 0, creditCents: 0 };
    expect(months).toEqual([
      {
        ...{ period: '2026-11', paidCents: 10_000, rejections: [], promised },
        decision: { count: 20, medianHours: 4, p95Hours: 10 },
        paid: { count: 1, medianHours: null, p95Hours: null },
      },
      {
        ...{ period: '2026-10', paidCents: 5_000, rejections: [], promised },
        decision: { count: 1, medianHours: null, p95Hours: null },
        paid: { count: 1, medianHours: null, p95Hours: null },
      },
    ]);
    expect(all).toEqual({
      ...{ period: 'all', paidCents: 15_000, rejections: [], promised },
      decision: { count: 21, medianHours: 4, p95Hours: 10 },
      paid: { count: 2, medianHours: 8, p95Hours: 30 },
    });
  });

  test('of promised payouts give the median of minutes, how many took at most sixty, and the credits', () => {
    const paid = (minutes: number, creditCents = 0): CountedStage => ({
      ...{ kind: 'paid', day: '2026-11-10', hours: 1, cents: 100_000 + creditCents, minutes, creditCents },
    });
    const unpromised: CountedStage = { kind: 'paid', day: '2026-11-10', hours: 20, cents: 90_000 };
    const first = sumFigures('2026-11-10', [paid(2), paid(60), paid(61, 2_500), paid(130, 2_500), paid(3), unpromised]);
    expect(first[0]).toMatchObject({ sentMinutes: { 2: 1, 3: 1, 60: 1, 61: 1, 130: 1 }, creditCents: 5_000 });
    const back = { kind: 'returned', day: '2026-11-10', hours: 3, cents: 102_500, creditCents: 2_500 } as const;
    const { all } = summarize([...first, ...sumFigures('2026-11-12', [back])], 1);
    expect(all.promised).toEqual({ count: 5, medianMinutes: 60, within: 3, creditCents: 2_500 });
  });

  test('list rejection reasons by frequency, then by name', () => {
    const day = (date: string, rejections: DayFigures['rejections']) => ({
      day: date,
      decisionHours: {},
      paidHours: {},
      paidCents: 0,
      rejections,
    });
    const { all } = summarize(
      [day('2026-11-02', { 'sanctions-match': 1, 'balance-changed': 1 }), day('2026-11-03', { 'conduct-upheld': 2 })],
      1,
    );
    expect(all.rejections).toEqual([
      { reason: 'conduct-upheld', count: 2 },
      { reason: 'balance-changed', count: 1 },
      { reason: 'sanctions-match', count: 1 },
    ]);
    expect(all.decision).toEqual({ count: 0, medianHours: null, p95Hours: null });
  });
});

describe('the chain of published days', () => {
  const bodyOf = (number: number, day: string) =>
    writeBody({ number, day, sample: false, figures: sumFigures(day, []) });

  async function chain(...bodies: readonly string[]) {
    const entries: { hash: string; body: string }[] = [];
    for (const body of bodies) entries.push({ hash: await hashEntry(entries.at(-1)?.hash ?? '', body), body });
    return entries;
  }

  const first = bodyOf(1, '2026-10-31');
  const second = bodyOf(2, '2026-11-01');

  test('hashes the previous hash, a line feed and the day’s text with SHA-256', async () => {
    const hash = createHash('sha256').update(`\n${first}`).digest('hex');
    expect(await hashEntry('', first)).toBe(hash);
    expect(await hashEntry(hash, second)).toBe(createHash('sha256').update(`${hash}\n${second}`).digest('hex'));
  });

  test('ends with its last day if it is complete', async () => {
    const entries = await chain(first, second);
    const verdict = await verifyChain(entries, { number: 1, hash: entries[0]?.hash ?? '' });
    expect(verdict).toMatchObject({
      ...{ intact: true, head: { number: 2, day: '2026-11-01', hash: entries[1]?.hash } },
      days: [{ number: 1, day: '2026-10-31' }, { number: 2 }],
    });
    expect(await verifyChain([])).toEqual({ intact: true, head: null, days: [] });
    expect(nextUtcDay('2026-12-31')).toBe('2027-01-01');
  });

  test.each([
    ['skips a number', [first, bodyOf(3, '2026-11-01')], { number: 2, problem: 'number' }],
    ['skips a day', [first, bodyOf(2, '2026-11-02')], { number: 2, problem: 'day' }],
    ['starts late', [second], { number: 1, problem: 'number' }],
    ['holds something else', ['null'], { number: 1, problem: 'body' }],
    ['is not JSON', ['{'], { number: 1, problem: 'body' }],
    ['holds a string instead of a day', ['"day"'], { number: 1, problem: 'body' }],
    ['has no number', ['{"day":"a","figures":[{"day":"a"}]}'], { number: 1, problem: 'body' }],
    ['has a number instead of a day', ['{"number":1,"day":2,"figures":[{"day":2}]}'], { number: 1, problem: 'body' }],
    ['has no figures', ['{"number":1,"day":"a","figures":[]}'], { number: 1, problem: 'body' }],
    ['has no list of figures', ['{"number":1,"day":"a","figures":{"0":{"day":"a"}}}'], { number: 1, problem: 'body' }],
    ['has another day’s figures', ['{"number":1,"day":"a","figures":[{"day":"b"}]}'], { number: 1, problem: 'body' }],
  ])('is not intact if it %s', async (_, bodies, problem) => {
    expect(await verifyChain(await chain(...bodies))).toEqual({ intact: false, ...problem });
  });

  test('reveals a changed figure, and a known head that is missing or different', async () => {
    const entries = await chain(first, second);
    const changed = [{ ...entries[0], body: first.replace('"paidCents":0', '"paidCents":9') }, entries[1]];
    expect(await verifyChain(changed as never)).toEqual({ intact: false, number: 1, problem: 'hash' });
    const noted = { number: 2, hash: 'another' };
    expect(await verifyChain(entries, noted)).toEqual({ intact: false, number: 2, problem: 'noted-head' });
    expect(await verifyChain(entries.slice(0, 1), noted)).toEqual({ intact: false, number: 2, problem: 'noted-head' });
    expect(await verifyChain([], { number: 1, hash: 'gone' })).toMatchObject({ intact: false, number: 1 });
  });
});

describe('a payment batch', () => {
  const statuses: readonly (readonly [boolean, readonly PaymentStatus[], string])[] = [
    [false, ['waiting', 'removed'], 'draft'],
    [false, ['removed'], 'canceled'],
    [true, ['sent', 'accepted'], 'exported'],
    [true, ['paid', 'sent'], 'partly-settled'],
    [true, ['returned', 'sent'], 'partly-settled'],
    [true, ['paid', 'returned', 'removed'], 'settled'],
  ];

  test.each(statuses)('with export %s and payments %j is %s', (isExported, payments, status) => {
    expect(batchStatusOf(isExported, payments)).toBe(status);
  });

  test('goes to a bank as pain.001 or to Wise, and to wallets as a list', () => {
    expect(formatsOf('bank-transfer')).toEqual(['pain-001', 'wise-csv']);
    expect(formatsOf('wise')).toEqual(['wise-csv']);
    expect(formatsOf('usdc')).toEqual(['usdc-list']);
  });
});

describe('an affiliate’s payout', () => {
  const payout: PayoutMoney = {
    source: 'affiliate',
    personId: 'p',
    amountCents: 30_000,
    traderCents: 30_000,
    feeCents: 500,
  };
  const line = (kind: string, amountCents: number) => ({ account: { kind, ownerId: 'p' }, amountCents });

  test('is fully reserved on request, and moves nothing when it enters review', () => {
    const reserved = [line('affiliate-payable', -30_000), line('affiliate-reserved', 30_000)];
    expect(postingsOf(payout, null, 'requested')).toEqual(reserved);
    expect(postingsOf(payout, null, 'in-review')).toEqual(reserved);
    expect(postingsOf(payout, 'requested', 'in-review')).toEqual([]);
  });

  test('pays the fee on approval and arrives without it', () => {
    expect(postingsOf(payout, 'in-review', 'approved')).toEqual([
      line('affiliate-reserved', -500),
      { account: { kind: 'payout-fees' }, amountCents: 500 },
    ]);
    expect(postingsOf(payout, 'sent', 'paid')).toEqual([
      line('affiliate-reserved', -29_500),
      line('affiliate-paid', 29_500),
    ]);
  });
});
