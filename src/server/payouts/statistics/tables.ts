import type { Moment } from '#server/core/database/columns.ts';

/** A day of the public statistics. `hash` covers `body` and the previous hash; rows are only appended. */
type PayoutStatisticsDayTable = {
  /** The demo has its own chain. */
  is_sample: boolean;
  number: number;
  /** UTC: YYYY-MM-DD. */
  day: string;
  body: string;
  hash: string;
  entered_at: Moment;
};

export type StatisticsTables = {
  payout_statistics_day: PayoutStatisticsDayTable;
};
