import type { AccountStatus, Breach, DailyResult } from './state.ts';

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

/** What a person is told of an account: distances, progress and what is still missing. */
export type AccountView = {
  readonly status: AccountStatus;
  readonly breach: Breach | null;
  readonly startingBalanceCents: number;
  readonly balanceCents: number;
  readonly equityCents: number;
  readonly highWaterMarkCents: number;
  readonly floorCents: number | null;
  readonly floorLocked: boolean;
  /** How far the floor still rises before it locks; null where it is locked or never does. */
  readonly untilLockCents: number | null;
  /** Equity above the maximum floor; null without one. Never below zero. */
  readonly remainingDrawdownCents: number | null;
  /** Equity above the higher of the daily and the maximum floor; null with neither. Never below zero. */
  readonly remainingDailyDrawdownCents: number | null;
  /** The higher of the two floors: the one that is met first. */
  readonly nearestFloorCents: number | null;
  /** In minis, micros as tenths. */
  readonly contractsInUse: number;
  readonly maxContracts: number;
  readonly objectives: readonly Objective[];
  readonly today: DailyResult | null;
  readonly lastEventAt: number | null;
};
