/** The status of an identity check. `retry` waits for the person, `review` for a staff decision. */
export const identityStatuses = ['started', 'review', 'approved', 'declined', 'retry', 'expired'] as const;
export type IdentityStatus = (typeof identityStatuses)[number];

export const identityProviders = ['documents', 'sumsub', 'veriff'] as const;
export type IdentityProvider = (typeof identityProviders)[number];

/** Why a check must be repeated or was declined, as shown to the person. A provider's own comment is never shown. */
export const identityReasons = [
  'document-unreadable',
  'document-expired',
  'document-not-accepted',
  'document-incomplete',
  'name-differs',
  'face-differs',
  'not-accepted',
] as const;
export type IdentityReason = (typeof identityReasons)[number];

export const identityDecisions = ['approved', 'declined', 'retry'] as const;
export type IdentityDecision = (typeof identityDecisions)[number];

/** A provider's message about a check, or a reviewer's decision. */
export type IdentityEvent = {
  readonly status: IdentityStatus;
  /** The provider's time of the event, in UTC ms. Messages may arrive late and out of order. */
  readonly at: number;
  readonly reason: IdentityReason | null;
  /** The name on the document; null if the message doesn't contain it. */
  readonly name: { readonly firstName: string; readonly lastName: string } | null;
  /** The country that issued the document (ISO 3166-1 alpha-2; ZZ for one we have no code of); absent if unknown. */
  readonly country?: string | null;
};

type StoredCheck = { readonly status: IdentityStatus; readonly eventAt: number | null };

/**
 * The status after an event; null if the event changes nothing, because it is older than the last one or reports the
 * expiry of a session that is no longer needed. An approval without a name goes to review.
 */
export function applyIdentityEvent({ status, eventAt }: StoredCheck, event: IdentityEvent): IdentityStatus | null {
  if (eventAt !== null && event.at <= eventAt) return null;
  if (event.status === 'expired' && status !== 'started' && status !== 'retry') return null;
  return event.status === 'approved' && event.name === null ? 'review' : event.status;
}

export function canStartCheck(status: IdentityStatus | null): boolean {
  return status === null || status === 'started' || status === 'retry' || status === 'expired';
}

/** Whether a reviewer may make a decision. A declined check can be reopened, and an approved one revoked. */
export function canDecide(status: IdentityStatus, decision: IdentityDecision): boolean {
  if (status === 'review') return true;
  return (status === 'declined' && decision === 'retry') || (status === 'approved' && decision !== 'approved');
}
