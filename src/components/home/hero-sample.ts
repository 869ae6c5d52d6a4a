import { getExamplePackage } from '#content/programs.ts';
import { runSample } from '#content/sample.ts';
import type { HeroSession } from '#lib/chart/hero-layout.ts';
import { sessionCloseAt } from '#shared/exchange/trading-day.ts';

const pointsPerSession = 9;

/** The sample of all charts as the hero's still. The days are in order; the last one is still open. */
export function getHeroSample(): { readonly sessions: readonly HeroSession[]; readonly closes: readonly number[] } {
  const { points, days } = runSample(getExamplePackage('classic').rules);
  const closes = days.map(sessionCloseAt);
  const sessions = closes.map((close, index) => {
    const ofDay = points.filter(({ at }) => at > (closes[index - 1] ?? 0) && at < close);
    const every = Math.ceil(ofDay.length / pointsPerSession);
    const [first] = ofDay;
    return {
      equity: ofDay
        .filter((_, at) => at % every === 0 || at === ofDay.length - 1)
        .map(({ equityCents }) => equityCents),
      floorCents: first?.floorCents ?? 0,
      markCents: first?.highWaterMarkCents ?? 0,
    };
  });
  return { sessions, closes };
}
