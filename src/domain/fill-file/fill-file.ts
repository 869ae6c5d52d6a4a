import type { Fill } from '../account/events.ts';
import type { ContractMonth } from '../instrument/contract-month.ts';
import type { InstrumentCode } from '../instrument/instruments.ts';

/** Larger files are refused before they are read. */
export const maxFileBytes = 50_000_000;

/** Why a row that should be a fill isn't one. */
export const unreadReasons = [
  'columns',
  'time',
  'instrument',
  'month',
  'side',
  'quantity',
  'price',
  'order',
  'calendar',
] as const;

export type UnreadReason = (typeof unreadReasons)[number];

/** A row that could not be read. `line` counts from 1; `value` is the cell that was the problem, shortened. */
export type UnreadRow = { readonly line: number; readonly reason: UnreadReason; readonly value: string };

/** The lowest and highest price of a contract between two fills of a position, as the platform recorded them. */
export type Extremes = { readonly lowTicks: number; readonly highTicks: number };

export type PriceRange = Extremes & {
  readonly instrument: InstrumentCode;
  readonly month: ContractMonth;
  readonly fromAt: number;
  readonly untilAt: number;
};

export type DateOrder = 'month-first' | 'day-first';

/** What a file says, in time order. */
export type FillFile = {
  readonly format: string;
  readonly fills: readonly Fill[];
  readonly ranges: readonly PriceRange[];
  readonly unread: readonly UnreadRow[];
  /** All unread rows; `unread` holds the first of them. */
  readonly unreadCount: number;
  /** Rows that are no fills of the account: cancelled orders, other activity and other accounts. */
  readonly skipped: number;
  /** Fills whose fee isn't in the file; ours is applied. */
  readonly assumedFees: number;
  /** Symbols of instruments that we don't offer, most frequent first. */
  readonly unknownSymbols: readonly string[];
};

/** The columns a person chose by hand, as places from 0. Without a side the quantity's sign is the side. */
export type ColumnMapping = {
  readonly at: number;
  readonly symbol: number;
  readonly quantity: number;
  readonly price: number;
  readonly side: number | null;
  readonly fee: number | null;
};

/** What the file doesn't say and a person adds. */
export type ReadOptions = {
  /** IANA time zone of times that name none. */
  readonly zone?: string | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** One of the accounts in a file that holds several. */
  readonly account?: string | undefined;
  readonly mapping?: ColumnMapping | undefined;
};

/** Something a person has to add before the file can be read. */
export type FileQuestion =
  | { readonly question: 'columns'; readonly headings: readonly string[]; readonly example: readonly string[] }
  | { readonly question: 'account'; readonly accounts: readonly string[] }
  | {
      readonly question: 'zone';
      readonly format: string;
      /** The first time in the file, as written. */
      readonly example: string;
      readonly needsZone: boolean;
      /** Dates such as 03/04/2026 can be read both ways. */
      readonly needsDateOrder: boolean;
      /** The zone this platform usually writes. */
      readonly usualZone: string | null;
    };

export type UnreadableReason = 'too-large' | 'empty' | 'not-text' | 'no-fills';

export type FillFileAnswer =
  | { readonly status: 'read'; readonly file: FillFile }
  | ({ readonly status: 'question' } & FileQuestion)
  | { readonly status: 'unreadable'; readonly reason: UnreadableReason; readonly unread: readonly UnreadRow[] };
