import type { DestinationDetails } from '../payees/destination.ts';

/** One payment with the data that files for banks, Wise and wallets need. */
export type OutgoingPayment = {
  /** Identifies the payment in both directions; at most 35 Latin characters. */
  readonly reference: string;
  readonly amountCents: number;
  readonly payeeName: string;
  readonly details: DestinationDetails;
};

export type PayingAccount = {
  readonly name: string;
  readonly town: string;
  /** ISO 3166-1. */
  readonly country: string;
  readonly iban: string;
  readonly bic: string;
  /** What the bank expects if a payee gave no BIC: the text NOTPROVIDED, or no agent at all. */
  readonly missingBic: 'not-provided' | 'omit';
};
