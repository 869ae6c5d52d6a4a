import type { DestinationDetails } from '../payee/destination.ts';

/** One payment as the files for banks, Wise and wallets need it. */
export type OutgoingPayment = {
  /** Names the payment to the bank and back: 35 Latin letters at most. */
  readonly reference: string;
  readonly amountCents: number;
  readonly payeeName: string;
  readonly details: DestinationDetails;
};

/** The firm's account that payouts are paid from. */
export type PayingAccount = {
  readonly name: string;
  readonly town: string;
  /** ISO 3166-1. */
  readonly country: string;
  readonly iban: string;
  readonly bic: string;
  /** What the bank wants where a payee gave no BIC: the text NOTPROVIDED, or no agent at all. */
  readonly missingBic: 'not-provided' | 'omit';
};
