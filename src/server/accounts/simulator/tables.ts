import type { ColumnType, Generated } from 'kysely';
import type { Json, MaybeMoment, Moment } from '#server/core/database/columns.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';

/** The simulated platform's own accounts; stands in for another company's database. */
type SimulatedAccountTable = {
  account_id: string;
  number: Generated<number>;
  opened_at: Moment;
  /** Of the permissions below. */
  access_revision: Generated<number>;
  suspended: Generated<boolean>;
  /** When trading resumes automatically. */
  suspended_until: MaybeMoment;
  /** True while open positions still have to be closed. */
  flatten: Generated<boolean>;
  market_data: ColumnType<readonly string[], string | undefined, string>;
  halted_instruments: ColumnType<readonly string[], string | undefined, string>;
};

/** The progress of an account's simulated trader, which trades while someone watches. */
type SimulatedTraderTable = {
  account_id: string;
  trader: Json<TraderState>;
  /** Number of events emitted so far, used for source ids. */
  issued: Generated<number>;
  /** Whether a trade is open; it is finished even if nobody watches. */
  trading: Generated<boolean>;
  /** Whether the account follows another in the copier; if so, it opens no trades of its own. */
  copied: Generated<boolean>;
  ticked_at: Moment;
  /** When the account's owner started it; it doesn't trade before. */
  started_at: MaybeMoment;
  watched_until: Moment;
};

type SimulatedTransferTable = { request_id: string; account_id: string; amount_cents: number; transferred_at: Moment };

export type SimulatorTables = {
  simulated_account: SimulatedAccountTable;
  simulated_trader: SimulatedTraderTable;
  simulated_transfer: SimulatedTransferTable;
};
