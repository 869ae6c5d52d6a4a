import { monthLetters } from '#shared/exchange/contract-month.ts';
import { instruments, isInstrument } from '#shared/exchange/instruments.ts';

export type Contract = { readonly instrument: string; readonly month: string };

/** `MNQZ6`: the year's last digit is the next such year from now. */
export function parseContract(name: string, nowMs: number): Contract | null {
  const [, instrument = '', letter = '', digit = ''] = /^([A-Z0-9]{1,6})([FGHJKMNQUVXZ])(\d)$/.exec(name) ?? [];
  if (instrument === '') return null;
  const thisYear = new Date(nowMs).getUTCFullYear();
  const year = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((ahead) => thisYear - 1 + ahead)
    .find((each) => each % 10 === Number(digit));
  return { instrument, month: `${year}-${String(monthLetters.indexOf(letter) + 1).padStart(2, '0')}` };
}

/** Whole ticks, or null if the price isn't on the instrument's grid. */
export function toTicks(instrument: string, price: number): number | null {
  if (!isInstrument(instrument)) return null;
  const ticks = price / instruments[instrument].tickSize;
  const whole = Math.round(ticks);
  return Math.abs(ticks - whole) < 1e-6 ? whole : null;
}
