import type { LockRule } from './rules/flat-by.ts';
import type { AccountStatus, Breach, DailyResult, Position } from './state.ts';

export type Objective =
  | {
      readonly name: 'target';
      readonly reached: boolean;
      readonly currentCents: number;
      readonly requiredCents: number;
    }
  | { readonly name: 'days'; readonly reached: boolean; readonly current: number; readonly required: number }
  | {
      readonly name: 'consistency';
      readonly reached: boolean;
      readonly bestDayCents: number;
      readonly requiredProfitCents: number;
    };

/**
 * What a person sees of an account: distances, progress and remaining requirements. After a breach, equity and floor
 * stay as they were at the breach, whatever happens to the positions; the balance follows the platform.
 */
export type AccountView = {
  readonly status: AccountStatus;
  /** What locks the account; null unless it is locked. */
  readonly lockedBy: LockRule | null;
  readonly breach: Breach | null;
  readonly startingBalanceCents: number;
  readonly balanceCents: number;
  readonly equityCents: number;
  readonly highWaterMarkCents: number;
  readonly floorCents: number | null;
  readonly floorLocked: boolean;
  /** How far the floor can rise before it locks; null if it is locked or never locks. */
  readonly untilLockCents: number | null;
  /** Equity above the maximum floor, at least zero; null if there is none. */
  readonly remainingDrawdownCents: number | null;
  /** Equity above the higher of the daily and the maximum floor, at least zero; null if there is neither. */
  readonly remainingDailyDrawdownCents: number | null;
  /** The higher of the two floors, which equity reaches first. */
  readonly nearestFloorCents: number | null;
  /** Open positions, signed: positive is long. */
  readonly positions: readonly Pick<Position, 'instrument' | 'month' | 'quantity' | 'costTicks'>[];
  /** In minis; micros count as tenths. */
  readonly contractsInUse: number;
  readonly maxContracts: number;
  readonly objectives: readonly Objective[];
  readonly today: DailyResult | null;
  readonly lastEventAt: number | null;
};
