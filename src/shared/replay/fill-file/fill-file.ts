import type { Fill } from '#shared/accounts/model.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';

/** Larger files are rejected before they are read. */
export const maxFileBytes = 50_000_000;

/** Why a row that should be a fill couldn't be read. */
export const unreadReasons = [
  'columns',
  'time',
  'instrument',
  'derivative',
  'month',
  'month-missing',
  'side',
  'quantity',
  'price',
  'price-level',
  'fee',
  'order',
  'calendar',
  'status',
  'contradictory',
] as const;

export type UnreadReason = (typeof unreadReasons)[number];

/** A row that couldn't be read. `line` counts from 1; `value` is the shortened text of the faulty cell. */
export type UnreadRow = { readonly line: number; readonly reason: UnreadReason; readonly value: string };

/** Why a row isn't a fill of the account. */
export const skippedReasons = [
  'unfilled',
  'activity',
  'busted',
  'duplicate',
  'account',
  'total',
  'title',
  'blank',
] as const;

export type SkippedReason = (typeof skippedReasons)[number];

/** A row that was understood and isn't a fill of the account. */
export type SkippedRow = { readonly line: number; readonly reason: SkippedReason; readonly value: string };

/** The first rows of a kind; all are counted. */
export type RowSummary<Row> = { readonly rows: readonly Row[]; readonly count: number };

/** The maximum number of unread, and of skipped, rows kept. All are counted. */
export const maxKept = 1_000;

/** Where a fill comes from: the row's line, and the platform's id of it; empty if the file has none. */
export type FillOrigin = { readonly line: number; readonly id: string };

/** A contract's lowest and highest price between two fills of a position, as recorded by the platform. */
export type Extremes = { readonly lowTicks: number; readonly highTicks: number };

export type PriceRange = Extremes & {
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly fromAt: number;
  readonly untilAt: number;
};

export type DateOrder = 'month-first' | 'day-first';

export type FillFile = {
  readonly format: string;
  /** Whether its ids are those of orders, of which a later file may report more. */
  readonly areOrders: boolean;
  /** The account that the rows name; empty if they name none. */
  readonly account: string;
  readonly fills: readonly Fill[];
  /** Parallel to `fills`. */
  readonly origins: readonly FillOrigin[];
  readonly ranges: readonly PriceRange[];
  readonly unread: readonly UnreadRow[];
  /** The number of all unread rows; `unread` holds only the first of them. */
  readonly unreadCount: number;
  readonly skipped: readonly SkippedRow[];
  /** The number of all skipped rows; `skipped` holds only the first of them. */
  readonly skippedCount: number;
  /** Fills whose fee isn't in the file in dollars, so that our own fee is applied. */
  readonly assumedFees: number;
  /** Fills whose symbol names no month, so that the position's or the front month is used. */
  readonly assumedMonths: number;
  /** Rows whose id a spreadsheet rounded, so that it identifies nothing. */
  readonly lostIds: number;
  /** Symbols of instruments that we don't offer, most frequent first. */
  readonly unknownSymbols: readonly string[];
};

/** Column indexes chosen by the user. Without a side column, the sign of the quantity is the side. */
export type ColumnMapping = {
  readonly at: number;
  readonly symbol: number | null;
  readonly quantity: number;
  readonly price: number;
  readonly side: number | null;
  readonly fee: number | null;
  /** If it is left out, a column whose heading says that it is the account. */
  readonly account?: number | null | undefined;
  /** The date, if the time has none. */
  readonly date?: number | null | undefined;
  /** The exit of a round trip, whose entry is in `at` and `price`. */
  readonly exitAt?: number | null | undefined;
  readonly exitDate?: number | null | undefined;
  readonly exitPrice?: number | null | undefined;
  /** The contract of every row, if no column names it. */
  readonly contract?: string | undefined;
};

/** Why the columns can't be right: nothing in them tells a sale from a purchase, or no row could be read. */
export type ColumnProblem = 'one-sided' | 'unread';

/** Information from the user that the file doesn't contain. */
export type ReadOptions = {
  /** IANA time zone of times without one. */
  readonly zone?: string | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** The account to read from a file with several. */
  readonly account?: string | undefined;
  readonly mapping?: ColumnMapping | undefined;
  /** Whether it is the broker's own statement: fees of zero were really zero, and each symbol must name its month. */
  readonly isStatement?: boolean | undefined;
};

/** A question the user must answer before the file can be read. */
export type FileQuestion =
  | {
      readonly question: 'columns';
      readonly headings: readonly string[];
      readonly example: readonly string[];
      /** The columns that their headings suggest. */
      readonly suggested: { readonly [Column in Exclude<keyof ColumnMapping, 'contract'>]-?: number | null };
      /** What was wrong with the columns that were chosen before. */
      readonly problem: ColumnProblem | null;
    }
  | { readonly question: 'account'; readonly accounts: readonly string[] }
  | {
      readonly question: 'zone';
      readonly format: string;
      /** The first time in the file, as written. */
      readonly example: string;
      /** The zone in the heading, if it can mean several or none that we know; otherwise empty. */
      readonly label: string;
      readonly needsZone: boolean;
      /** True if dates are ambiguous, such as 03/04/2026. */
      readonly needsDateOrder: boolean;
      /** The zone that this platform usually uses. */
      readonly usualZone: string | null;
    };

/** Why a file can't be read. */
export type UnreadableReason = 'too-large' | 'empty' | 'not-text' | 'no-fills';

export type FillFileAnswer =
  | { readonly status: 'read'; readonly file: FillFile }
  | ({ readonly status: 'question' } & FileQuestion)
  | { readonly status: 'unreadable'; readonly reason: UnreadableReason; readonly unread: readonly UnreadRow[] };
