import type { Position } from '../account/state.ts';
import { contractsIn } from '../account/view-account.ts';
import { type ContractMonth, isContractMonth } from '../instrument/contract-month.ts';
import { type InstrumentCode, instrumentCodes, instruments } from '../instrument/instruments.ts';

/** Which contract a follower trades: the leader's own, its full size, or its smallest (a micro). */
export const copiedSizes = ['leader', 'full', 'micro'] as const;

export type CopiedSize = (typeof copiedSizes)[number];

/** A ratio of the leader's position in hundredths, or a fixed number of contracts while the leader has a position. */
export type SizingMode =
  | { readonly mode: 'ratio'; readonly hundredths: number }
  | { readonly mode: 'fixed'; readonly contracts: number };

export type Sizing = SizingMode & { readonly size: CopiedSize };

export const mostRatioHundredths = 1_000;
export const mostFixedContracts = 100;
/** The largest daily stop a follower can have. */
export const mostDailyStopDollars = 1_000_000;

/** Signed contracts of one instrument and month. */
export type Holding = Pick<Position, 'instrument' | 'month' | 'quantity'>;

/** What a follower should hold, and the part of a contract it can't: 10,000 is a whole one. Both carry the sign. */
export type CopyTarget = Holding & { readonly remainderTenThousandths: number };

const wholeContract = 10_000;

/** What a follower trades for one of the leader's contracts; the same where no such size is listed in that month. */
export function copiedInstrument(code: InstrumentCode, month: ContractMonth, size: CopiedSize): InstrumentCode {
  if (size === 'leader') return code;
  const { fullSize } = instruments[code];
  const copied = size === 'full' ? fullSize : smallestOf(fullSize);
  return isContractMonth(copied, month) ? copied : code;
}

function smallestOf(fullSize: InstrumentCode): InstrumentCode {
  const family = instrumentCodes.filter((code) => instruments[code].fullSize === fullSize);
  return family.reduce((left, right) => (instruments[right].ratio > instruments[left].ratio ? right : left), fullSize);
}

/**
 * The positions a follower should hold for the leader's. Rounded towards zero, so that a follower never holds more
 * than its share. They depend on positions alone: whatever was missed before, the next calculation is right again.
 */
export function targetsOf(leader: readonly Holding[], sizing: Sizing): readonly CopyTarget[] {
  const exact = new Map<string, { instrument: InstrumentCode; month: ContractMonth; tenThousandths: number }>();
  for (const { instrument, month, quantity } of leader) {
    const copied = copiedInstrument(instrument, month, sizing.size);
    const key = `${copied} ${month}`;
    const hundredths = sizing.mode === 'ratio' ? sizing.hundredths : 100;
    // Ratios divide 100, so that this is a whole number.
    const share = (quantity * hundredths * 100 * instruments[copied].ratio) / instruments[instrument].ratio;
    const before = exact.get(key)?.tenThousandths ?? 0;
    exact.set(key, { instrument: copied, month, tenThousandths: before + share });
  }
  return [...exact.values()].map(({ instrument, month, tenThousandths }) => {
    const quantity =
      sizing.mode === 'ratio'
        ? Math.trunc(tenThousandths / wholeContract)
        : Math.sign(tenThousandths) * sizing.contracts;
    const remainder = sizing.mode === 'ratio' ? tenThousandths - quantity * wholeContract : 0;
    return { instrument, month, quantity: quantity + 0, remainderTenThousandths: remainder + 0 };
  });
}

/** A price of one contract in ticks of another of the same market. */
export function convertTicks(from: InstrumentCode, to: InstrumentCode, priceTicks: number): number {
  return Math.round((priceTicks * instruments[from].tickSize) / instruments[to].tickSize);
}

/**
 * The largest position of the leader in one contract that a follower's limit, in minis, lets it take part in; 0 if even
 * one is too many. Null for a fixed size that fits, because it doesn't grow with the leader's.
 */
export function largestLeaderSize(
  contract: Pick<Holding, 'instrument' | 'month'>,
  sizing: Sizing,
  maxContracts: number,
): number | null {
  const fits = (quantity: number) => contractsIn(targetsOf([{ ...contract, quantity }], sizing)) <= maxContracts;
  if (sizing.mode === 'fixed') return fits(1) ? null : 0;
  const copied = copiedInstrument(contract.instrument, contract.month, sizing.size);
  const mostCopied = maxContracts * instruments[copied].ratio;
  const share = sizing.hundredths * instruments[copied].ratio;
  // The first size whose share is a whole contract too many, less one.
  return Math.ceil(((mostCopied + 1) * 100 * instruments[contract.instrument].ratio) / share) - 1;
}
