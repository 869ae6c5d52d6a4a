/** Files in which a bank or a wallet says what became of payments. */
export const bankReportKinds = ['pain.002', 'camt.053', 'camt.054', 'usdc-hashes'] as const;
export type BankReportKind = (typeof bankReportKinds)[number];

export const largestBankFileBytes = 10 * 1024 * 1024;
export const mostBankEntries = 20_000;

export const bankEvents = [
  /** Checked or on its way: not paid yet. */
  'accepted',
  'rejected',
  'booked',
  'returned',
  /** Announced, not booked: changes nothing. */
  'pending',
  /** Neither: an amount, a sign or a hash that makes no sense. */
  'unreadable',
  /** A total that isn't the sum of what our message holds. */
  'total-differs',
] as const;
export type BankEvent = (typeof bankEvents)[number];

export type BankEntry = {
  /** Our message, or its block of payments, if it names one. */
  readonly messageId: string | null;
  /** The payment's end-to-end id; null if it is about the whole message, or about nothing of ours. */
  readonly reference: string | null;
  readonly event: BankEvent;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** How many payments a total is of. */
  readonly count: number | null;
  /** The reason's ISO code. */
  readonly code: string | null;
  /** The bank's reference or the transaction's hash. */
  readonly bankReference: string | null;
};

export type BankReport = {
  readonly kind: BankReportKind;
  readonly messageId: string;
  readonly entries: readonly BankEntry[];
};
