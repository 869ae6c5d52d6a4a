/**
 * Fields of a staff call's body that name what it decides about. Staff can't decide about themselves: a call whose
 * subject is the caller's own is refused with `own_case`, whatever their role.
 */
export const subjectFields = [
  'accountId',
  'actionId',
  'affiliateId',
  'batchId',
  'caseId',
  'checkId',
  'commissionId',
  'differenceId',
  'disputeId',
  'entryId',
  'findingId',
  'orderId',
  'parkedId',
  'paymentId',
  'payoutId',
  'requestId',
  'reviewId',
  'ticketId',
] as const;

export type SubjectField = (typeof subjectFields)[number];
