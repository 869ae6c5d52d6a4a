import type { DateOrder } from './fill-file.ts';

/** A fill as a file writes it; every value is the cell's text. */
export type WrittenFill = {
  readonly kind: 'fill';
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  readonly at: string;
  readonly fee?: string;
  readonly feePer?: 'row' | 'contract';
  /** Expiration date, where the symbol names no month. */
  readonly expiry?: string;
  /** Extreme prices of the position since it was opened. */
  readonly low?: string;
  readonly high?: string;
};

/** A round trip as a file writes it. */
export type WrittenTrade = {
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

/** A row that is no fill, such as a cancelled order. */
type Skipped = { readonly kind: 'skip' };

export type WrittenRow = WrittenFill | WrittenTrade | Skipped;

export const skip: Skipped = { kind: 'skip' };

/** The columns that a format names so for every fill: the row's other values are the format's own. */
type FillColumn = 'symbol' | 'side' | 'quantity' | 'price' | 'at';

export function readFill(cell: (column: FillColumn) => string): WrittenFill {
  return {
    kind: 'fill',
    symbol: cell('symbol'),
    side: cell('side'),
    quantity: cell('quantity'),
    price: cell('price'),
    at: cell('at'),
  };
}

/** The same for every round trip. */
type TradeColumn = 'symbol' | 'side' | 'quantity' | 'entryPrice' | 'exitPrice' | 'enteredAt' | 'exitedAt';

export function readTrade(cell: (column: TradeColumn) => string): WrittenTrade {
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

/** Whether the cell of a filled quantity says that nothing was filled. */
export function isUnfilled(quantity: string): boolean {
  return quantity === '' || /^0+(?:[.,]0+)?$/.test(quantity);
}

/**
 * Where a file's times are: UTC, an offset in each row, a zone in the heading, or nowhere, so that a person says it. A
 * row's own offset always counts.
 */
export type TimeSource = 'utc' | 'row' | 'heading' | 'ask';

export type FillFileFormat = {
  readonly id: string;
  /** The platform's own name for the file. */
  readonly name: string;
  readonly times: TimeSource;
  /** How the platform writes dates, unless it follows the PC's language. */
  readonly dateOrder?: DateOrder;
  /** The zone its users most often have; suggested, never assumed. */
  readonly usualZone?: string;
  /** Headings that together name the format, each with its translations. */
  readonly signature: readonly (readonly string[])[];
  /** Headings of each value, best first. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Columns that identify a row: rows that are equal in every cell are then one, as in exports that overlap. */
  readonly identity?: readonly string[];
  /** Whether a record in which nothing was charged was traded without fees; in a simulation they are missing. */
  readonly isFreeOfFees?: true;
  read(cell: (column: string) => string): WrittenRow;
};

type Columns<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** Checks at compile time that a format reads only columns it has. */
export function defineFormat<Name extends string>(
  format: Omit<FillFileFormat, 'columns' | 'read'> & {
    readonly columns: Columns<Name>;
    read(cell: (column: Name) => string): WrittenRow;
  },
): FillFileFormat {
  return format as FillFileFormat;
}
