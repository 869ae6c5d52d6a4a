import { findKnownMonth, monthLetters } from '#shared/exchange/contract-month.ts';
import { instruments, isInstrument } from '#shared/exchange/instruments.ts';

export type Contract = { readonly instrument: string; readonly month: string };

/** `MNQZ6` or `MNQZ26`. An instrument that the site doesn't offer has the month of this decade, for the site to park. */
export function parseContract(name: string, nowMs: number): Contract | null {
  const [, instrument = '', letter = '', digits = ''] = /^([A-Z0-9]{1,6}?)([FGHJKMNQUVXZ])(\d{1,2})$/.exec(name) ?? [];
  if (instrument === '') return null;
  const number = monthLetters.indexOf(letter) + 1;
  if (isInstrument(instrument)) {
    const month = findKnownMonth(instrument, number, digits, nowMs);
    return month === undefined ? null : { instrument, month };
  }
  const year = `${new Date(nowMs).getUTCFullYear()}`.slice(0, -digits.length) + digits;
  return { instrument, month: `${year}-${String(number).padStart(2, '0')}` };
}

/** Whole ticks, or null if the price isn't on the instrument's grid. */
export function toTicks(instrument: string, price: number): number | null {
  if (!isInstrument(instrument)) return null;
  const ticks = price / instruments[instrument].tickSize;
  const whole = Math.round(ticks);
  return Math.abs(ticks - whole) < 1e-6 ? whole : null;
}

/** The contracts behind a vendor's ids, each asked for once. */
export function createContracts(askName: (id: number) => Promise<string | undefined>, now: () => number) {
  const known = new Map<number, Promise<Contract | null>>();
  const parse = (name: string | undefined) => (name === undefined ? null : parseContract(name, now()));
  return {
    learn(id: number, name: string): void {
      known.set(id, Promise.resolve(parse(name)));
    },
    find(id: number): Promise<Contract | null> {
      const found = known.get(id) ?? askName(id).then(parse);
      known.set(id, found);
      found.catch(() => known.delete(id));
      return found;
    },
  };
}

export type Contracts = ReturnType<typeof createContracts>;
