/** Files in which a bank or a wallet reports the outcome of payments. */
export const bankReportKinds = ['pain.002', 'camt.053', 'camt.054', 'usdc-hashes'] as const;
export const maxBankFileBytes = 10 * 1024 * 1024;
export const maxBankEntries = 20_000;

export const bankEvents = [
  /** Checked or in progress, but not paid yet. */
  'accepted',
  'rejected',
  'booked',
  'returned',
  /** Announced but not booked. Changes nothing. */
  'pending',
  /** An invalid amount, sign or hash. */
  'unreadable',
  /** A total that differs from the sum of our message. */
  'total-differs',
] as const;
export type BankEvent = (typeof bankEvents)[number];

export type BankEntry = {
  /** The id of our message or of its payment block, if the entry has one. */
  readonly messageId: string | null;
  /** The payment's end-to-end id; null if the entry is about the whole message or isn't about us. */
  readonly reference: string | null;
  readonly event: BankEvent;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** The number of payments in a total. */
  readonly count: number | null;
  /** The reason's ISO code. */
  readonly code: string | null;
  /** The bank's reference or the transaction's hash. */
  readonly bankReference: string | null;
};

export type BankReport = {
  readonly kind: (typeof bankReportKinds)[number];
  readonly messageId: string;
  readonly entries: readonly BankEntry[];
};
