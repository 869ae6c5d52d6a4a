import type { Position } from '#shared/accounts/model.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { type ContractMonth, isContractMonth } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instrumentCodes, instruments } from '#shared/exchange/instruments.ts';

/** Which contract a follower trades: the same as the leader, the full size, or the smallest (a micro). */
export const copiedSizes = ['leader', 'full', 'micro'] as const;

export type CopiedSize = (typeof copiedSizes)[number];

/** A ratio of the leader's position, in hundredths, or a fixed number of contracts while the leader has a position. */
export type SizingMode =
  | { readonly mode: 'ratio'; readonly hundredths: number }
  | { readonly mode: 'fixed'; readonly contracts: number };

export type Sizing = SizingMode & { readonly size: CopiedSize };

export const maxRatioHundredths = 1_000;
export const maxFixedContracts = 100;
/** The largest daily stop a follower can have. */
export const maxDailyStopDollars = 1_000_000;

/** Signed contracts of one instrument and month. */
export type Holding = Pick<Position, 'instrument' | 'month' | 'quantity'>;

/** The signed contracts a follower should hold, and the signed fraction lost to rounding: 10,000 is one contract. */
export type CopyTarget = Holding & { readonly remainderTenThousandths: number };

const wholeContract = 10_000;

/** The contract a follower trades for a leader's; the same one if the size isn't listed in that month. */
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
 * The positions a follower should hold for the leader's. Rounded toward zero, so that a follower never holds more
 * than its share. They depend on positions alone, so a missed update doesn't affect the next calculation.
 */
export function targetsOf(leader: readonly Holding[], sizing: Sizing): readonly CopyTarget[] {
  const exact = new Map<string, { instrument: InstrumentCode; month: ContractMonth; tenThousandths: number }>();
  for (const { instrument, month, quantity } of leader) {
    const copied = copiedInstrument(instrument, month, sizing.size);
    const key = `${copied} ${month}`;
    const hundredths = sizing.mode === 'ratio' ? sizing.hundredths : 100;
    // Ratios divide 100, so this is a whole number.
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

/** Converts a price to ticks of another contract of the same market. */
export function convertTicks(from: InstrumentCode, to: InstrumentCode, priceTicks: number): number {
  return Math.round((priceTicks * instruments[from].tickSize) / instruments[to].tickSize);
}

/**
 * The largest leader position in one contract that a follower can copy within its contract limit (in minis); 0 if even
 * one contract is too many. Null for a fixed size that fits, because it doesn't grow with the leader's position.
 */
export function maxLeaderSize(
  contract: Pick<Holding, 'instrument' | 'month'>,
  sizing: Sizing,
  maxContracts: number,
): number | null {
  const fits = (quantity: number) => contractsIn(targetsOf([{ ...contract, quantity }], sizing)) <= maxContracts;
  if (sizing.mode === 'fixed') return fits(1) ? null : 0;
  const copied = copiedInstrument(contract.instrument, contract.month, sizing.size);
  const maxCopied = maxContracts * instruments[copied].ratio;
  const share = sizing.hundredths * instruments[copied].ratio;
  // One less than the first size whose share is a whole contract above the limit.
  return Math.ceil(((maxCopied + 1) * 100 * instruments[contract.instrument].ratio) / share) - 1;
}
