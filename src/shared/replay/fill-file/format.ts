import type { DateOrder } from './fill-file.ts';

/** A fill as written in a file. Every value is the text of its cell. */
export type RawFill = {
  readonly kind: 'fill';
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  readonly at: string;
  readonly fee?: string;
  readonly feePer?: 'row' | 'contract';
  /** Expiration date, if the symbol doesn't contain the month. */
  readonly expiry?: string;
  /** Extreme prices since the position was opened. */
  readonly low?: string;
  readonly high?: string;
};

/** A round trip as written in a file. */
export type RawTrade = {
  readonly kind: 'trade';
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly enteredAt: string;
  readonly exitedAt: string;
  /** For both sides together. */
  readonly fee?: string;
  /** Maximum adverse and favourable excursion of the trade as amounts. */
  readonly adverse?: string;
  readonly favourable?: string;
};

/** A row that isn't a fill, such as a cancelled order. */
type SkippedRow = { readonly kind: 'skip' };

export type RawRow = RawFill | RawTrade | SkippedRow;

export const skip: SkippedRow = { kind: 'skip' };

/** The columns that every format with fills has. */
type FillColumn = 'symbol' | 'side' | 'quantity' | 'price' | 'at';

export function readFill(cell: (column: FillColumn) => string): RawFill {
  return {
    kind: 'fill',
    symbol: cell('symbol'),
    side: cell('side'),
    quantity: cell('quantity'),
    price: cell('price'),
    at: cell('at'),
  };
}

/** The columns that formats with round trips have. */
type TradeColumn = 'symbol' | 'side' | 'quantity' | 'entryPrice' | 'exitPrice' | 'enteredAt' | 'exitedAt';

export function readTrade(cell: (column: TradeColumn) => string): RawTrade {
  return {
    kind: 'trade',
    symbol: cell('symbol'),
    side: cell('side'),
    quantity: cell('quantity'),
    entryPrice: cell('entryPrice'),
    exitPrice: cell('exitPrice'),
    enteredAt: cell('enteredAt'),
    exitedAt: cell('exitedAt'),
  };
}

/** Whether the text of a filled quantity is empty or zero. */
export function isUnfilled(quantity: string): boolean {
  return quantity === '' || /^0+(?:[.,]0+)?$/.test(quantity);
}

/**
 * Where the time zone comes from: always UTC, an offset in each row, the heading, or the user if the file doesn't say.
 * An offset in the row always takes precedence.
 */
export type TimeSource = 'utc' | 'row' | 'heading' | 'ask';

export type FillFileFormat = {
  readonly id: string;
  /** The platform's name for the file. */
  readonly name: string;
  readonly times: TimeSource;
  /** The order of dates; undefined if it follows the PC's language. */
  readonly dateOrder?: DateOrder;
  /** The most common zone, suggested to the user but never assumed. */
  readonly usualZone?: string;
  /** Headings that together identify the format, each with its translations. */
  readonly signature: readonly (readonly string[])[];
  /** Possible headings of each column, best first. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Columns that identify a row. If they are set, rows that are equal in every cell count once. */
  readonly identity?: readonly string[];
  /** Whether a file without any fees was really traded without fees. Otherwise fees count as missing. */
  readonly isFreeOfFees?: true;
  read(cell: (column: string) => string): RawRow;
};

type Columns<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Defines a format and checks at compile time that it reads only its own columns. */
export function defineFormat<Name extends string>(
  format: Omit<FillFileFormat, 'columns' | 'read'> & {
    readonly columns: Columns<Name>;
    read(cell: (column: Name) => string): RawRow;
  },
): FillFileFormat {
  return format as FillFileFormat;
}
