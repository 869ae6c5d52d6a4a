import type { Call } from './call.ts';

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
  'findingId',
  'orderId',
  'paymentId',
  'payoutId',
  'requestId',
  'reviewId',
] as const;

export type SubjectField = (typeof subjectFields)[number];

/** Fields that name nothing that belongs to a customer, or something on which a call decides nothing about them. */
export const otherIdFields = [
  'announcementId',
  'assigneeId',
  'couponId',
  'discountId',
  'featureId',
  'haltId',
  'ids',
  'incidentId',
  'jobId',
  'mailId',
  'personId',
  'reviewerId',
  'sourceIds',
  'ticketId',
  'viewId',
] as const;

/** The fields of a call that name its subject; none unless it changes something and needs a role. */
export function subjectFieldsOf({ access, method, body }: Call): readonly SubjectField[] {
  if (method !== 'POST' || typeof access !== 'object') return [];
  const names = bodyFieldsOf(body);
  return subjectFields.filter((field) => names.has(field));
}

/** The names of a body's fields, in any of its variants. */
export function bodyFieldsOf(body: Call['body']): ReadonlySet<string> {
  const definition: unknown = body?._zod.def;
  if (typeof definition !== 'object' || definition === null) return new Set();
  if ('shape' in definition) return new Set(Object.keys(definition.shape as object));
  if (!('options' in definition)) return new Set();
  const options = definition.options as readonly NonNullable<Call['body']>[];
  return new Set(options.flatMap((option) => [...bodyFieldsOf(option)]));
}
