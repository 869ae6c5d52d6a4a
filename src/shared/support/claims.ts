/** What someone can claim from us, by the record that holds it. */
export const claimKinds = [
  'right-to-withdraw',
  'cancellation',
  'breach-dispute',
  'refund-request',
  'payout-request',
  'owed-payout',
  'chargeback',
] as const;

export type ClaimKind = (typeof claimKinds)[number];

export const claimRemedies = ['repay', 'end-contract', 'restore-account', 'pay-out', 'answer-bank'] as const;

/** `to-confirm` and `to-claim` wait for the person, `to-decide` for us, `at-bank` for a bank; what is decided is under way. */
export const openClaimStatuses = ['to-confirm', 'to-decide', 'to-claim', 'at-bank', 'under-way'] as const;

export const claimStatuses = [...openClaimStatuses, 'granted', 'declined', 'repeated', 'unmatched'] as const;

const textKeys = [
  ...([...claimKinds, ...claimStatuses] as const).map((value) => `value_${value}` as const),
  ...(['list_claims', 'one_claims', 'at_claims', 'column_status', 'column_dueAt', 'column_amountCents'] as const),
];

export type ClaimTexts = Readonly<Record<(typeof textKeys)[number], string>>;

/** The words in which staff read claims, for the people whose they are. */
export function pickClaimTexts(office: ClaimTexts): ClaimTexts {
  return Object.fromEntries(textKeys.map((key) => [key, office[key]])) as ClaimTexts;
}
