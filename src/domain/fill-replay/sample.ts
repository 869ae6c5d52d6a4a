import { nextBetween, nextRandom, type Random } from '../../lib/random.ts';
import { getTradingDay, nextTradingDay } from '../calendar/trading-day.ts';
import { instruments } from '../instrument/instruments.ts';

const firstDay = '2026-09-08';
const dayCount = 24;
const seed = 262;
const { tickSize, tickValueHundredths, feeCents } = instruments.MES;
const dollarsPerTick = tickValueHundredths / 10_000;

const headings =
  'Trade number,Instrument,Account,Strategy,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. net profit,Commission,MAE,MFE,ETD,Bars';

/**
 * A made-up month of day trades in micros, as NinjaTrader writes round trips. Times are Chicago's; it is the same text
 * every time.
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
      const result = Math.round(nextBetween(random, -20, 31));
      const behind = Math.max(-result, 0) + Math.floor(nextBetween(random, 0, 14));
      const ahead = Math.max(result, 0) + Math.floor(nextBetween(random, 0, 12));
      const entry = price + Math.round(nextBetween(random, -40, 40)) * tickSize;
      const exit = entry + (isLong ? result : -result) * tickSize;
      const minutes = 510 + trade * 75 + Math.floor(nextRandom(random) * 20);
      const held = 6 + Math.floor(nextRandom(random) * 40);
      const commission = quantity * 2 * (feeCents / 100);
      const profit = result * quantity * dollarsPerTick;
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
          clock(day, minutes),
          clock(day, minutes + held),
          'Entry',
          'Exit',
          money(profit),
          money(total),
          money(commission),
          money(behind * quantity * dollarsPerTick),
          money(ahead * quantity * dollarsPerTick),
          money((ahead - result) * quantity * dollarsPerTick),
          held,
        ].join(','),
      );
      price = exit;
    }
    day = nextTradingDay(day);
  }
  return { name: 'sample-trades.csv', text: `${lines.join('\r\n')}\r\n`, zone: 'America/Chicago' };
}

/** A Chicago time as a US PC writes it: `9/8/2026 8:30:00 AM`. */
function clock(day: string, minutes: number): string {
  const [year, month, date] = day.split('-').map(Number);
  const hour = Math.floor(minutes / 60);
  const minute = String(minutes % 60).padStart(2, '0');
  return `${month}/${date}/${year} ${hour % 12 || 12}:${minute}:00 ${hour < 12 ? 'AM' : 'PM'}`;
}

function money(dollars: number): string {
  const text = Math.abs(dollars).toFixed(2);
  return dollars < 0 ? `($${text})` : `$${text}`;
}
