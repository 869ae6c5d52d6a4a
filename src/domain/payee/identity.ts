/** Where an identity check stands. `retry` waits for the person again, `review` for somebody's decision. */
export const identityStatuses = ['started', 'review', 'approved', 'declined', 'retry', 'expired'] as const;
export type IdentityStatus = (typeof identityStatuses)[number];

export const identityProviders = ['documents', 'sumsub', 'veriff'] as const;
export type IdentityProvider = (typeof identityProviders)[number];

/** Why a check must be repeated or was declined, as the person reads it; a provider's own comment is never shown. */
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
  /** When it happened at the provider, in milliseconds: messages may arrive late and out of order. */
  readonly at: number;
  readonly reason: IdentityReason | null;
  /** The name on the document; null where the message doesn't have it. */
  readonly name: { readonly firstName: string; readonly lastName: string } | null;
};

type Stored = { readonly status: IdentityStatus; readonly eventAt: number | null };

/**
 * The status after an event, or null if the event changes nothing: it is older than the last one, or says that a session
 * expired in which nothing is waited for any more. An approval needs a name; without one somebody has to look.
 */
export function applyIdentityEvent({ status, eventAt }: Stored, event: IdentityEvent): IdentityStatus | null {
  if (eventAt !== null && event.at <= eventAt) return null;
  if (event.status === 'expired' && status !== 'started' && status !== 'retry') return null;
  return event.status === 'approved' && event.name === null ? 'review' : event.status;
}

/** Whether the person may begin, or begin again. */
export function mayStart(status: IdentityStatus | null): boolean {
  return status === null || status === 'started' || status === 'retry' || status === 'expired';
}

/** What a reviewer may decide. A declined check can be reopened, an approved one revoked. */
export function mayDecide(status: IdentityStatus, decision: IdentityDecision): boolean {
  if (status === 'review') return true;
  return (status === 'declined' && decision === 'retry') || (status === 'approved' && decision !== 'approved');
}
