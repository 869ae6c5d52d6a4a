import { type Halt, haltedInstruments, stopsAccount } from '#shared/accounts/halt.ts';
import { stageOf } from '#shared/accounts/lifecycle.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import {
  findPersonalStopLock,
  isWithinHours,
  limitsOn,
  noLimits,
} from '#shared/accounts/personal-stop/personal-stop.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import type { StoredAccount } from '../tables.ts';

type Row = Pick<StoredAccount, 'phase' | 'end_reason' | 'suspended_at' | 'personal_stop' | 'program' | 'platform'> & {
  readonly activated: boolean;
};

type Circumstances = {
  readonly status: AccountState['status'];
  /** Whether a suspension is in force; `suspended_at` follows once the platform has been notified. */
  readonly isSuspended: boolean;
  readonly halts: readonly Halt[];
  /** UTC ms. */
  readonly now: number;
};

/** Everything besides its figures that decides whether an account may place an order, by hand or copied. */
export function orderConditionsOf(row: Row, { status, isSuspended, halts, now }: Circumstances) {
  const stop = row.personal_stop;
  const { maxContracts, noAveragingDown } = stop === null ? noLimits : limitsOn(stop, resultDayOf(now));
  return {
    stage: stageOf({
      ...{ phase: row.phase, status, activated: row.activated, ended: row.end_reason },
      suspended: row.suspended_at !== null || isSuspended,
    }),
    isPersonalStopReached: findPersonalStopLock(stop, now) !== null || !isWithinHours(stop, now),
    ownMaxContracts: maxContracts,
    noAveragingDown,
    isHalted: halts.some((halt) => stopsAccount(halt, row)),
    haltedInstruments: haltedInstruments(halts),
  };
}
