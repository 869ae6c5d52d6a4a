import { drawHero, type HeroSession, heroTopCents } from '#lib/chart/hero-layout.ts';
import { chicagoDayName, chicagoDayText } from '#lib/chicago-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { type BarTuple as Bar, loadBarTuples } from './stores/bar-tuples.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const sessionCount = 6;
const ticksPerPoint = 4;
const hoursOfSession = 23;
/** A trading day starts at 17:00 in Chicago, which is the midnight seven hours later. */
const toMidnightMs = 7 * hourMs;
const hero = document.querySelector<HTMLElement>('[data-hero]');
const { contracts = '', centsPerTick, balance, maxLoss, lock, room = '', locale = 'en' } = hero?.dataset ?? {};
const tag = formatLocale(locale);

/** The contract that leads at a time: its last day to open positions is the first at or after it. */
function contractAt(now: number): string {
  const all = contracts.split(' ').map((each) => each.split(':'));
  return all.find(([, until]) => Number(until) > now)?.[0] ?? '';
}

/** The market's last trading days, each with its bars. */
function groupByDay(bars: readonly Bar[]): readonly (readonly [string, readonly Bar[]])[] {
  const days = Map.groupBy(bars, ([at]) => chicagoDayText(at + toMidnightMs, 'en'));
  return [...days].slice(-sessionCount);
}

/** The example holds its contracts from each open to each close. Undefined if that leaves the drawing. */
function tradeExample(days: ReturnType<typeof groupByDay>, count: number): readonly HeroSession[] | undefined {
  const start = Number(balance);
  let [closed, mark, floor] = [start, start, start - Number(maxLoss)];
  const sessions: HeroSession[] = [];
  for (const [, bars] of days) {
    const open = bars[0]?.[1] ?? 0;
    const equity = [closed, ...bars.map(([, , , , close]) => closed + (close - open) * count * Number(centsPerTick))];
    if (Math.min(...equity) <= floor || Math.max(...equity) >= heroTopCents) return undefined;
    sessions.push({ equity, floorCents: floor, markCents: mark });
    closed = equity.at(-1) ?? closed;
    mark = Math.max(mark, closed);
    floor = Math.max(floor, Math.min(mark - Number(maxLoss), Number(lock)));
  }
  return sessions;
}

function show(days: ReturnType<typeof groupByDay>, sessions: readonly HeroSession[]): void {
  const bars = days.at(-1)?.[1] ?? [];
  const drawing = drawHero(sessions, Math.min(1, Math.max(0.04, bars.length / hoursOfSession)));
  const part = (name: string) => hero?.querySelector(`[data-part=${name}]`);
  for (const name of ['equity', 'floor', 'tint', 'mark', 'room'] as const) part(name)?.setAttribute('d', drawing[name]);
  for (const [name, y] of [
    ['now', drawing.now.y],
    ['left', drawing.roomY],
  ] as const) {
    part(name)?.setAttribute('x', drawing.now.x);
    part(name)?.setAttribute('y', y);
  }
  const left = part('left')?.firstElementChild;
  if (left) left.textContent = room.replace('{money}', formatMoney(Math.round(drawing.roomCents), locale));
  hero?.querySelectorAll('[data-day]').forEach((label, index) => {
    label.textContent = chicagoDayName((days[index]?.[1][0]?.[0] ?? 0) + toMidnightMs, locale, 'short');
  });
  const price = part('price');
  const points = (bars.at(-1)?.[4] ?? 0) / ticksPerPoint;
  if (price) price.textContent = points.toLocaleString(tag, { minimumFractionDigits: 2 });
  if (hero) hero.dataset['hero'] = 'live';
}

/** Draws the market as it is, and again each minute while the page is visible. Without it, the still stays. */
async function follow(): Promise<void> {
  const until = Math.floor(Date.now() / minuteMs) * minuteMs;
  const days = groupByDay(await loadBarTuples({ contract: contractAt(until), seconds: 3600, until, count: 220 }));
  // In a market that moves too far for two contracts, the example holds one.
  const sessions = tradeExample(days, 2) ?? tradeExample(days, 1);
  if (days.length === sessionCount && sessions) show(days, sessions);
  setTimeout(() => void whenVisible(), minuteMs);
}

async function whenVisible(): Promise<void> {
  if (!document.hidden) return follow();
  document.addEventListener('visibilitychange', () => void whenVisible(), { once: true });
}

if (hero) void whenVisible();
