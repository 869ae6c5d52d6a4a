import { type InstrumentCode, instrumentCodes, instruments } from '#shared/exchange/instruments.ts';
import { lossAtStopCents, lossAtStopHundredths } from '#shared/exchange/loss-at-stop.ts';

export type SizeInput = {
  /** Equity above the floor that is reached first; null if the account has no floor. */
  readonly remainingCents: number | null;
  /** The share of `remainingCents` that one trade may lose, in basis points. */
  readonly shareBps: number;
  /** Ticks of `instrument` between entry and stop. */
  readonly stopTicks: number;
  readonly instrument: InstrumentCode;
  /** Contracts that the contract limit still allows, in minis. */
  readonly freeContracts: number;
};

export type PositionSize = {
  readonly instrument: InstrumentCode;
  readonly contracts: number;
  /** The stop in this contract’s own ticks, rounded up where they are larger. */
  readonly stopTicks: number;
  /** The loss at the stop including the fees of both sides, rounded up. */
  readonly lossCents: number;
  /** What keeps it from being larger: the loss at its stop, or the account's contract limit. */
  readonly limit: 'room' | 'contract-limit';
};

const wholeBps = 10_000;

/** The largest position in each contract of a market, largest contract first. */
export function sizePositions(input: SizeInput): readonly PositionSize[] {
  return contractsOf(input.instrument).map((code) => sizePosition(input, code));
}

/** All contracts of an instrument's market, largest first: ES, then MES. */
export function contractsOf(instrument: InstrumentCode): readonly InstrumentCode[] {
  const { fullSize } = instruments[instrument];
  return instrumentCodes
    .filter((code) => instruments[code].fullSize === fullSize)
    .sort((left, right) => instruments[left].ratio - instruments[right].ratio);
}

/** The full-size contract of each market: ES also represents MES. */
export const markets: readonly InstrumentCode[] = instrumentCodes.filter((code) => instruments[code].fullSize === code);

function sizePosition(input: SizeInput, instrument: InstrumentCode): PositionSize {
  const { ratio } = instruments[instrument];
  const stopTicks = ticksIn(input, instrument);
  const byLimit = Math.max(0, Math.floor(Math.round(input.freeContracts * 100) / (100 / ratio)));
  const byDrawdown = Math.floor(budgetHundredths(input) / lossAtStopHundredths({ instrument, quantity: 1 }, stopTicks));
  const contracts = Math.min(byLimit, byDrawdown);
  return {
    instrument,
    contracts,
    stopTicks,
    lossCents: lossAtStopCents({ instrument, quantity: contracts }, stopTicks),
    limit: byDrawdown < byLimit ? 'room' : 'contract-limit',
  };
}

/** Touching the floor breaches it, so a trade may lose all remaining drawdown except the last hundredth of a cent. */
function budgetHundredths({ remainingCents, shareBps }: SizeInput): number {
  if (remainingCents === null) return Number.POSITIVE_INFINITY;
  const share = Math.floor((remainingCents * shareBps * 100) / wholeBps);
  return Math.max(0, Math.min(share, remainingCents * 100 - 1));
}

/** Tick sizes are floats, so their quotient may miss a whole number slightly. */
function ticksIn({ instrument, stopTicks }: SizeInput, target: InstrumentCode): number {
  const exact = (stopTicks * instruments[instrument].tickSize) / instruments[target].tickSize;
  return Math.ceil(exact - 1e-6);
}
