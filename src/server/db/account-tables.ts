import type { ColumnType, Generated } from 'kysely';
import type { AccountEvent } from '../../domain/account/events.ts';
import type { AccountState } from '../../domain/account/state.ts';
import type { TraderState } from '../../domain/simulated-trader/trader-state.ts';
import type { BridgeEvent } from '../ports/platform/bridge-messages.ts';
import type { Json, MaybeMoment, MaybeText, Moment } from './columns.ts';

/** A trader's objection to a breach: one for each breach. */
export type AccountDisputeTable = {
  id: string;
  account_id: string;
  person_id: string;
  breach_at: Moment;
  /** Of the record the breach report showed. */
  inputs_sha256: string;
  message: string;
  status: Generated<'open' | 'upheld' | 'rejected'>;
  created_at: Moment;
};

/** Why an account must not trade for now. It trades again when the last reason is gone. */
export type AccountSuspensionTable = {
  account_id: string;
  /** What the reason is about: `subscription:<id>`, `dispute:<id>`. */
  source: string;
  why: 'past-due' | 'dispute';
  since: Moment;
};

/**
 * Events numbered as they arrived; the engine applies them by `at`, then `source_id`. The latter, unique within the
 * account, makes a repeated delivery harmless.
 */
export type AccountEventTable = {
  account_id: string;
  sequence: number;
  source_id: string;
  type: string;
  at: Moment;
  event: Json<AccountEvent>;
};

/** When an account came to hold more contracts than its rules allow; in minis. */
export type ContractLimitCrossingTable = {
  account_id: string;
  at: Moment;
  contracts: number;
  max_contracts: number;
};

/**
 * The platform's balance where it isn't ours, at one moment; at most one open one for each account. `settled` by an
 * operator's adjustment, with the reason; `cleared` by a later report that agrees.
 */
export type BalanceDifferenceTable = {
  id: string;
  account_id: string;
  at: Moment;
  platform_balance_cents: number;
  own_balance_cents: number;
  status: ColumnType<BalanceDifferenceStatus, undefined, BalanceDifferenceStatus>;
  reason: MaybeText;
  opened_at: Moment;
  settled_at: MaybeMoment;
};

export type BalanceDifferenceStatus = 'open' | 'settled' | 'cleared';

/** An event of a contract that the catalogue does not list: kept as it was delivered until it does. */
export type ParkedEventTable = {
  account_id: string;
  source_id: string;
  instrument: string;
  month: string;
  reason: 'unknown-instrument' | 'unlisted-month';
  event: Json<BridgeEvent>;
  parked_at: Moment;
};

/** Chart points, at most one a minute per account: the last of the minute. */
export type AccountPointTable = {
  account_id: string;
  at: Moment;
  equity_cents: number;
  floor_cents: number | null;
  high_water_mark_cents: number;
};

/** The state after all events before `at`: what a late event is replayed from. */
export type AccountCheckpointTable = { account_id: string; at: Moment; event_count: number; state: Json<AccountState> };

/** The simulated platform's own book of accounts: it stands for another company's database. */
export type SimulatedAccountTable = {
  account_id: string;
  number: Generated<number>;
  opened_at: Moment;
  suspended: Generated<boolean>;
  /** When it trades again by itself. */
  suspended_until: MaybeMoment;
  /** What is open is still to be closed. */
  flatten: Generated<boolean>;
  market_data: ColumnType<readonly string[], string | undefined, string>;
};

/** Where the simulated platform stands with an account's trader, which moves while somebody watches. */
export type SimulatedTraderTable = {
  account_id: string;
  trader: Json<TraderState>;
  /** How many events the trader has given; they number the source ids. */
  issued: Generated<number>;
  /** Whether a trade is open: it is played to its end even if nobody watches any more. */
  trading: Generated<boolean>;
  ticked_at: Moment;
  watched_until: Moment;
};
