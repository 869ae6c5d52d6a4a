import type { OfficeListName } from '#shared/office/lists.ts';

/** The columns of each table. The first one links to the record, which shows all columns. */
const columns: Readonly<Record<OfficeListName, readonly string[]>> = {
  people: ['at', 'email', 'name', 'country', 'status', 'roles', 'accounts', 'orders', 'twoFactor'],
  orders: ['at', 'number', 'email', 'kind', 'name', 'status', 'totalCents', 'refund'],
  accounts: ['at', 'account', 'email', 'programme', 'size', 'phase', 'status', 'equityCents', 'remainingCents'],
  findings: ['at', 'kind', 'account', 'otherAccount', 'day', 'status', 'facts'],
  conduct: ['at', 'account', 'email', 'cause', 'status', 'answerUntilAt', 'answeredAt'],
  requests: ['at', 'account', 'email', 'status', 'documents', 'receivedAt', 'requestedBy'],
  differences: ['at', 'account', 'email', 'status', 'ownBalanceCents', 'platformBalanceCents', 'differenceCents'],
  parked: ['at', 'account', 'email', 'parkedFor', 'instrument', 'month', 'statement', 'line', 'cell'],
  tasks: ['at', 'account', 'task', 'toDo', 'command'],
  identity: ['at', 'email', 'name', 'country', 'provider', 'status', 'documents', 'submittedAt'],
  screenings: ['at', 'email', 'name', 'cause', 'status', 'score', 'decidedAt'],
  disputes: ['at', 'account', 'email', 'status', 'breachAt', 'decidedAt'],
  tickets: ['at', 'number', 'subject', 'email', 'topic', 'status', 'replyDueAt', 'assignee'],
  payouts: ['at', 'number', 'email', 'status', 'waited', 'dueAt', 'destination', 'batch', 'amountCents'],
  batches: ['at', 'number', 'method', 'format', 'status', 'exportedAt', 'payments', 'totalCents', 'paidCents'],
  payments: ['at', 'reference', 'name', 'destination', 'status', 'batch', 'payout', 'amountCents'],
  imports: ['at', 'file', 'kind', 'actor', 'finishedAt', 'entries', 'changes', 'problems'],
  entries: ['at', 'reference', 'event', 'bankAction', 'problem', 'payment', 'bankReference', 'amountCents'],
  reviews: ['at', 'account', 'email', 'status', 'deliveredAt', 'queued', 'reviewer', 'claimedAt', 'commentedAt'],
  incidents: ['at', 'title', 'component', 'impact', 'status', 'resolvedAt', 'accounts'],
  features: ['at', 'title', 'status', 'progress', 'votes'],
  chargebacks: ['at', 'order', 'email', 'bankReason', 'status', 'amountCents'],
  discounts: ['at', 'code', 'title', 'programmes', 'status', 'expiresAt', 'percent'],
  coupons: ['at', 'code', 'programmes', 'status', 'startsAt', 'expiresAt', 'taken', 'uses', 'percent'],
  subscriptions: ['at', 'email', 'name', 'status', 'billingInterval', 'periodEndsAt', 'cancelledAt', 'amountCents'],
  newsletter: ['at', 'email', 'language', 'status', 'confirmedAt', 'unsubscribedAt'],
  announcements: ['at', 'title', 'recipients', 'programme', 'platform', 'status', 'startsAt', 'expiresAt'],
  halts: ['at', 'scope', 'target', 'status', 'requestedBy', 'startedAt', 'endedAt'],
  bridge: ['platform', 'heartbeatAt', 'takesOrders', 'accounts', 'waiting', 'unacknowledged', 'differences', 'parked'],
  affiliates: ['at', 'code', 'email', 'status', 'coupon', 'clicks', 'orders', 'availableCents', 'paidCents'],
  commissions: ['at', 'code', 'email', 'order', 'via', 'status', 'reviewReason', 'baseCents', 'amountCents'],
  jobs: ['at', 'job', 'status', 'retries', 'nextAttemptAt', 'failure'],
  audit: ['at', 'actor', 'action', 'entity', 'entityId'],
  timeline: ['at', 'actor', 'action', 'entity', 'entityId'],
};

export function listColumns(list: OfficeListName): readonly string[] {
  return columns[list];
}
