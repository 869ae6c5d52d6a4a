import type { ReturnReason } from '../stages.ts';

/** ISO 20022 external reason codes that concern the payee’s account. */
const payeeReasons: Readonly<Record<string, ReturnReason>> = {
  ...{ AC04: 'account-closed', AC07: 'account-closed' },
  ...{ AC01: 'account-unknown', AC03: 'account-unknown', AC14: 'account-unknown', RC04: 'account-unknown' },
  ...{ BE06: 'account-unknown', BE01: 'name-mismatch', MS02: 'recipient-refused' },
};

/** Why a payee’s bank returned money; `bank-refused` if the code is unknown or missing. */
export function returnReasonOf(code: string | null): ReturnReason {
  return payeeReasons[code ?? ''] ?? 'bank-refused';
}

/**
 * Whether our bank refused a payment because of the payee’s account. With any other cause, such as our balance or our
 * file, the payment was never made and the payee isn’t at fault.
 */
export function isPayeeError(code: string | null): boolean {
  return code !== null && code in payeeReasons;
}
