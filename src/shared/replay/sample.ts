import { nextBetween, nextRandom, type Random } from '#lib/random.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { getTradingDay, nextTradingDay } from '#shared/exchange/trading-day.ts';

const firstDay = '2026-09-08';
const dayCount = 24;
const seed = 262;
const { tickSize, tickValueHundredths, feeCents } = instruments.MES;
const dollarsPerTick = tickValueHundredths / 10_000;

const headings =
  'Trade number,Instrument,Account,Strategy,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. net profit,Commission,MAE,MFE,ETD,Bars';

/**
 * Generates a sample month of day trades in micros, in NinjaTrader's trade format. Times are Chicago time. The text is
 * the same every time.
 */
export function sampleFile(): { readonly name: string; readonly text: string; readonly zone: string } {
  const random: Random = { random: seed };
  const lines = [headings];
  let day = getTradingDay(firstDay);
  let price = 6_480;
  let total = 0;
  for (let index = 0; index < dayCount; index += 1) {
    const trades = 2 + Math.floor(nextRandom(random) * 4);
    for (let trade = 0; trade < trades; trade += 1) {
      const quantity = 8 + Math.floor(nextRandom(random) * 8);
      const isLong = nextRandom(random) < 0.55;
      const resultTicks = Math.round(nextBetween(random, -20, 31));
      const adverseTicks = Math.max(-resultTicks, 0) + Math.floor(nextBetween(random, 0, 14));
      const favorableTicks = Math.max(resultTicks, 0) + Math.floor(nextBetween(random, 0, 12));
      const entry = price + Math.round(nextBetween(random, -40, 40)) * tickSize;
      const exit = entry + (isLong ? resultTicks : -resultTicks) * tickSize;
      const minutes = 510 + trade * 75 + Math.floor(nextRandom(random) * 20);
      const heldMinutes = 6 + Math.floor(nextRandom(random) * 40);
      const commission = quantity * 2 * (feeCents / 100);
      const profit = resultTicks * quantity * dollarsPerTick;
      total += profit - commission;
      lines.push(
        [
          lines.length,
          'MES 12-26',
          'Sample',
          '',
          isLong ? 'Long' : 'Short',
          quantity,
          entry.toFixed(2),
          exit.toFixed(2),
          formatTime(day, minutes),
          formatTime(day, minutes + heldMinutes),
          'Entry',
          'Exit',
          formatDollars(profit),
          formatDollars(total),
          formatDollars(commission),
          formatDollars(adverseTicks * quantity * dollarsPerTick),
          formatDollars(favorableTicks * quantity * dollarsPerTick),
          formatDollars((favorableTicks - resultTicks) * quantity * dollarsPerTick),
          heldMinutes,
        ].join(','),
      );
      price = exit;
    }
    day = nextTradingDay(day);
  }
  return { name: 'sample-trades.csv', text: `${lines.join('\r\n')}\r\n`, zone: 'America/Chicago' };
}

/** A Chicago time in US notation: `9/8/2026 8:30:00 AM`. */
function formatTime(day: string, minutes: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const hour = Math.floor(minutes / 60);
  const minute = String(minutes % 60).padStart(2, '0');
  return `${month}/${date}/${year} ${hour % 12 || 12}:${minute}:00 ${hour < 12 ? 'AM' : 'PM'}`;
}

function formatDollars(dollars: number): string {
  const text = Math.abs(dollars).toFixed(2);
  return dollars < 0 ? `($${text})` : `$${text}`;
}
