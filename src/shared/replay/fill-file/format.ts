import type { DateOrder, SkippedReason, UnreadReason } from './fill-file.ts';
import { nameOf } from './heading-names.ts';

/** A fill as written in a file. Every value is the text of its cell. */
export type RawFill = {
  readonly kind: 'fill';
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  readonly at: string;
  /** The fee per contract, if the row has no cost of its own. */
  readonly feeRate?: string;
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
  /** The exit's own quantity, if it has one; its sign is the opposite of the entry's. */
  readonly exitQuantity?: string;
  /** Maximum adverse and favorable excursion of the trade as amounts. */
  readonly adverse?: string;
  readonly favorable?: string;
};

/** A row that isn't a fill, such as an order that was canceled unfilled. */
type NoFill = { readonly kind: 'skip'; readonly reason: SkippedReason };

/** A row that may be a fill, but doesn't say enough. */
type UnclearRow = { readonly kind: 'unread'; readonly reason: UnreadReason; readonly value: string };

export type RawRow = RawFill | RawTrade | NoFill | UnclearRow;

export function skip(reason: SkippedReason): NoFill {
  return { kind: 'skip', reason };
}

export function readFill(cell: (column: 'symbol' | 'side' | 'quantity' | 'price' | 'at') => string): RawFill {
  return {
    kind: 'fill',
    symbol: cell('symbol'),
    side: cell('side'),
    quantity: cell('quantity'),
    price: cell('price'),
    at: cell('at'),
  };
}

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

/** Whether a status says that an order or a fill was taken back. The filled quantity counts for more. */
export function isTakenBack(status: string): boolean {
  return /cancel|reject|bust|void|fail|expire|annul|storn|cancelad/i.test(status);
}

export function isCorrected(status: string): boolean {
  return /correct|corrig|korrig|amend|replac/i.test(status);
}

export type FillFileFormat = {
  readonly id: string;
  readonly name: string;
  /** Where the zone comes from: always UTC, each row, the heading, or the user. An offset in the row takes precedence. */
  readonly times: 'utc' | 'row' | 'heading' | 'ask';
  /** The order of dates; undefined if it follows the PC's language. */
  readonly dateOrder?: DateOrder;
  /** The most common zone, suggested to the user but never assumed. */
  readonly usualZone?: string;
  /** Columns that together identify the format, by their name or by a list of headings. */
  readonly signature: readonly (string | readonly string[])[];
  /**
   * Possible headings of each column, best first. The first of them that isn't empty in a row is its value. Without any,
   * the column is found by the meaning of its heading.
   */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Columns that identify a row. If they are set, rows that are equal in every cell count once. */
  readonly identity?: readonly string[];
  /** Whether a row is an order with what it has filled so far. */
  readonly areOrders?: true;
  /** Whether an id is a single execution's, so that rows with the same one are versions of one fill. */
  readonly hasExecutionIds?: true;
  /** Whether a price may be the average of several fills, and so lie between ticks. */
  readonly hasAverages?: true;
  /** Whether prices may be written without their decimal separator: 764725 for 7647.25. */
  readonly hasFixedPoint?: true;
  /** Whether it isn't this format if a row has an entry and an exit. */
  readonly isExecutionsOnly?: true;
  /** Whether a file without any fees was really traded without fees. Otherwise fees count as missing. */
  readonly isFreeOfFees?: true;
  read(cell: (column: string) => string): RawRow;
};

type Headings<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/**
 * Defines a format and checks at compile time that it reads only its own columns. The signature and the identity are
 * names of columns.
 */
export function defineFormat<Name extends string>({
  signature,
  columns,
  ...format
}: Omit<FillFileFormat, 'columns' | 'signature' | 'identity' | 'read'> & {
  readonly signature: readonly (NoInfer<Name> | readonly string[])[];
  readonly columns: Headings<Name>;
  readonly identity?: readonly NoInfer<Name>[];
  read(cell: (column: NoInfer<Name>) => string): RawRow;
}): FillFileFormat {
  const normalize = (headings: readonly string[]) => headings.map(nameOf);
  return {
    ...(format as Omit<FillFileFormat, 'columns' | 'signature'>),
    signature: signature.map((headings) => (typeof headings === 'string' ? headings : normalize(headings))),
    columns: Object.fromEntries(
      Object.entries<readonly string[]>(columns).map(([name, headings]) => [name, normalize(headings)]),
    ),
  };
}
