import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getOffers, programs } from '#content/programs.ts';
import { encodeBase64Url } from '#lib/base64url.ts';
import { nextBetween, type Random } from '#lib/random.ts';
import { getTradingDay, nextTradingDay } from '#shared/exchange/trading-day.ts';
import { buildReplayChart } from '#shared/replay/replay-chart.ts';
import { replayFile } from '#shared/replay/replay-file.ts';
import { type ReplayView, viewReplay } from '#shared/replay/replay-view.ts';
import { sampleFile } from '#shared/replay/sample.ts';
import { maxFragmentLength, readSharedReplay, writeSharedReplay } from '#shared/replay/shared-replay.ts';

const offers = programs.flatMap((program) => getOffers(program));

function sampleView(): ReplayView {
  const { text, zone } = sampleFile();
  const answer = replayFile(new TextEncoder().encode(text), { offers, rulesVersion: 'v1', options: { zone } });
  if (answer.status !== 'replayed') throw new Error(answer.status);
  return viewReplay(answer.result, true);
}

/** The URL fragment of a view short enough to have one. */
function fragmentOf(view: ReplayView): string {
  const fragment = writeSharedReplay(view);
  if (fragment === undefined) throw new Error('no room for days');
  return fragment;
}

/** The sample's verdicts with this many days of results. */
function longView(count: number): ReplayView {
  const random: Random = { random: 7 };
  let day = getTradingDay('2026-01-05');
  const days = Array.from({ length: count }, () => {
    const own = day;
    day = nextTradingDay(day);
    const resultCents = Math.round(nextBetween(random, -120_000, 140_000));
    return { day: own, resultCents, lowestCents: Math.min(0, resultCents) - 1_234 };
  });
  return { ...sampleView(), days };
}

describe('a shared link', () => {
  test('contains the verdicts and days of a month exactly, in at most 2,000 characters', () => {
    const view = sampleView();
    const fragment = fragmentOf(view);
    expect(fragment.length).toBeLessThanOrEqual(maxFragmentLength);
    expect(fragment).toMatch(/^#replay=[\w.~*-]+$/);
    expect(readSharedReplay(fragment, offers)).toEqual({ ...view, isShared: true });
  });

  test.each([250, 500, 740])('of %d days stays short, marks itself as approximate and keeps the verdicts', (count) => {
    const view = longView(count);
    const fragment = fragmentOf(view);
    expect(fragment.length).toBeLessThanOrEqual(maxFragmentLength);
    const read = readSharedReplay(fragment, offers);
    expect(read).toMatchObject({ isApproximate: true, offers: view.offers });
    expect((read?.days.length ?? 0) + (read?.daysLeftOut ?? 0)).toBe(count);
    for (const [index, { day, resultCents }] of (read?.days ?? []).entries()) {
      expect(day).toBe(view.days[index]?.day);
      expect(Math.abs(resultCents - (view.days[index]?.resultCents ?? 0))).toBeLessThanOrEqual(50);
    }
  });

  test('is not made for so many accounts that no day fits', () => {
    const view = sampleView();
    const [offer] = view.offers;
    const offersOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...offer,
        id: `account-of-the-day-${index}`,
      })) as typeof view.offers;
    expect(fragmentOf({ ...view, offers: offersOf(20) }).length).toBeLessThanOrEqual(maxFragmentLength);
    expect(writeSharedReplay({ ...view, offers: offersOf(60) })).toBeUndefined();
    expect(writeSharedReplay({ ...view, offers: offersOf(60), days: view.days.slice(0, 1) })).toBeUndefined();
  });

  test('takes prices from the catalog, whatever the link contains', () => {
    const fragment = fragmentOf(sampleView());
    const dearer = offers.map((offer) => ({ ...offer, priceCents: 1_000_000 }));
    for (const { cost } of readSharedReplay(fragment, dearer)?.offers ?? []) {
      expect(cost.totalCents).toBeGreaterThanOrEqual(1_000_000);
    }
    expect(readSharedReplay(fragment, [])).toBeUndefined();
  });

  test('that was changed by hand is either valid or refused and never throws', () => {
    const fragment = fragmentOf(sampleView());
    const changed = fc.record({
      at: fc.integer({ min: 0, max: fragment.length - 1 }),
      cut: fc.integer({ min: 0, max: 5 }),
      text: fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('<b>', '~', '.', '*', 'zzzzzzzz', '-', 'AAAA')),
    });
    fc.assert(
      fc.property(changed, ({ at, cut, text }) => {
        const read = readSharedReplay(fragment.slice(0, at) + text + fragment.slice(at + cut), offers);
        for (const { day, lowestCents } of read?.days ?? []) {
          expect(getTradingDay(day)).toBe(day);
          expect(lowestCents).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('that names an account twice is refused as damaged', () => {
    const parts = fragmentOf(sampleView()).split('~');
    const written = parts[4] ?? '';
    const first = written.split('*')[0] ?? '';
    const twice = parts.with(4, `${written}*${first}`).join('~');
    expect(first).toMatch(/^classic-25k\./);
    expect(readSharedReplay(twice, offers)).toBeUndefined();
  });

  /** The sample's link with a single day of this date instead of its own days. */
  function readWithDay(date: number): ReplayView | undefined {
    const parts = fragmentOf(sampleView()).split('~');
    const bytes: number[] = [];
    for (let rest = date; ; rest = Math.floor(rest / 128)) {
      bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
      if (rest < 128) break;
    }
    return readSharedReplay(
      parts.with(5, `0.0.${encodeBase64Url(Uint8Array.from([...bytes, 2, 0]))}`).join('~'),
      offers,
    );
  }

  // Each moves the end of an attempt to a weekend or beyond the calendar.
  test.each([0, 8_000, 40_000, 80_000, 2_900_000, 90_000_000])('with a day %d days after 1970 is refused', (date) => {
    expect(readWithDay(date)).toBeUndefined();
  });

  test.each([
    [5, '1970-01-06'],
    [20_704, '2026-09-08'],
  ])('with a day %d days after 1970 shows the chart of %s', (date, day) => {
    const view = readWithDay(date);
    expect(view?.days).toEqual([{ day, resultCents: 1, lowestCents: 0 }]);
    for (const { rules } of offers) {
      expect(() => buildReplayChart(rules, view?.days ?? [], getTradingDay(day))).not.toThrow();
    }
  });

  test.each(['', '#try', '#replay=', '#replay=1', `#replay=${'a'.repeat(2_000)}`, '#replay=2~v1~000~1.0.0.0~a~0.0.AA'])(
    'is not readable as %j',
    (fragment) => {
      expect(readSharedReplay(fragment, offers)).toBeUndefined();
    },
  );
});
