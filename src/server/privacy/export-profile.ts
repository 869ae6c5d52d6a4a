import { sql } from 'kysely';
import { exportJournal } from '#server/accounts/journal/export.ts';
import { exportCopier } from '#server/copier/export-copier.ts';
import type { Database } from '#server/core/database/database.ts';
import { type Actor, type Db, type Deps, newId } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { exportPayee } from '#server/payouts/payees/export-payee.ts';
import { exportPayouts } from '#server/payouts/request/export-payouts.ts';
import { getPerson } from '#server/people/find-person.ts';
import { listOwnAddresses } from '#server/people/list-own-addresses.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import { exportDocumentRequests } from '#server/risk/document-requests/list-own.ts';
import { exportTickets } from '#server/support/ticket/export.ts';

/** All stored data of a person, except secrets and hashes. */
export async function exportProfile(deps: Deps, actor: Actor): Promise<Record<string, unknown>> {
  await requireConfirmed(deps, actor);
  await deps.limits.take('mail', `export:${actor.personId}`);
  const { db } = deps;
  const { personId } = actor;
  const { password_hash: _, ...person } = await getPerson(db, personId);
  const addresses = await listOwnAddresses(db, personId, 'export');
  const own = createOwnReader(db, personId, addresses);
  const data = {
    exportedAt: deps.clock(),
    person,
    addresses,
    registrations: await own('person_id', 'registration', ['first_name', 'last_name', 'country', 'created_at']),
    sessions: await own('person_id', 'session', [
      ...(['id', 'name', 'scopes', 'created_at', 'expires_at', 'ended_at', 'user_agent', 'ip'] as const),
    ]),
    passkeys: await own('person_id', 'passkey', ['name', 'synced', 'created_at', 'last_used_at']),
    orders: await own('person_id', 'orders'),
    coupons: await own('order_id', 'coupon_use', ['order_id', 'code']),
    partialRefunds: await own('order_id', 'partial_refund'),
    paymentDisputes: await own('order_id', 'payment_dispute'),
    platformOpenings: await own('person_id', 'platform_opening'),
    tradingAccounts: await own('person_id', 'trading_account', [
      ...(['id', 'platform', 'platform_account_id', 'platform_user', 'program', 'size', 'rules_version'] as const),
      ...(['state', 'phase', 'opened_at', 'ended_at', 'end_reason', 'nickname'] as const),
      ...(['access', 'access_pending', 'personal_stop', 'alert_settings'] as const),
    ]),
    suspensions: await own('account_id', 'account_suspension'),
    conductCases: await own('account_id', 'conduct_case', [
      ...(['id', 'account_id', 'cause', 'evidence', 'events', 'opened_at'] as const),
      ...(['answer_until', 'answer', 'answered_at', 'status', 'decision_reason', 'decided_at'] as const),
    ]),
    documentRequests: await exportDocumentRequests(deps, personId),
    breachDisputes: await own('person_id', 'account_dispute', [
      ...(['id', 'account_id', 'breach_at', 'message', 'status', 'created_at', 'due_at'] as const),
      ...(['decision_reason', 'decided_at', 'credit_cents', 'restored_at'] as const),
    ]),
    subscriptions: await own('person_id', 'subscription', [
      ...(['id', 'order_id', 'account_id', 'kind', 'name', 'amount_cents', 'billing_interval', 'status'] as const),
      ...(['created_at', 'period_starts_at', 'period_ends_at', 'canceled_at', 'ended_at', 'end_reason'] as const),
      ...(['card_ending', 'billing_identity'] as const),
    ]),
    bills: await own('person_id', 'bill', [
      ...(['id', 'subscription_id', 'order_id', 'amount_cents', 'period_starts_at', 'period_ends_at'] as const),
      ...(['status', 'paid_at', 'created_at'] as const),
    ]),
    invoices: await own('person_id', 'invoice', ['number', 'kind', 'order_id', 'document', 'issued_at']),
    subscriptionCancellations: await own('email', 'subscription_cancellation'),
    contractCancellations: await own('email', 'contract_cancellation'),
    certificates: await own('person_id', 'certificate', [
      ...(['id', 'kind', 'account_id', 'name', 'shows_amount', 'facts', 'credential', 'compact'] as const),
      ...(['issued_at', 'revoked_at', 'revocation_reason'] as const),
    ]),
    performanceReviews: await own('person_id', 'performance_review', [
      ...(['id', 'order_id', 'account_id', 'requested_at', 'delivered_at', 'revoked_at', 'report', 'comment'] as const),
    ]),
    journal: await exportJournal(deps, personId),
    tradingOrders: await own('account_id', 'trading_order'),
    copier: await exportCopier(deps, personId),
    payouts: await exportPayouts(db, personId),
    payee: await exportPayee(deps, personId),
    ...(await exportAffiliate(own)),
    notifications: await own('person_id', 'notification', ['kind', 'details', 'path', 'created_at', 'read_at']),
    announcements: await db
      .selectFrom('announcement_recipient')
      .innerJoin('announcement', 'announcement.id', 'announcement_recipient.announcement_id')
      .select(['title', 'text', 'added_at', 'ends_at'])
      .where('person_id', '=', personId)
      .orderBy('added_at')
      .execute(),
    pushSubscriptions: await own('person_id', 'push_subscription', ['endpoint', 'user_agent', 'created_at']),
    mails: await own('recipient', 'mail', ['recipient', 'subject', 'created_at', 'sent_at']),
    incidentMails: await own('email', 'status_subscription'),
    newsletter: await own('email', 'newsletter_subscription'),
    tickets: await exportTickets(db, personId, addresses),
    featureRequests: await own('email', 'feature_request'),
    staffRequests: await own('person_id', 'staff_request', [
      ...(['change', 'role', 'address', 'requested_at', 'decided_at', 'is_declined'] as const),
    ]),
    savedViews: await own('person_id', 'saved_view', ['list', 'name', 'role', 'query', 'created_at']),
    history: await db
      .selectFrom('audit')
      .select(['at', 'action', 'entity', 'entity_id', 'details'])
      .where('actor', '=', `person:${personId}`)
      .execute(),
  };
  await db.transaction().execute((trx) => notifySecurityEvent(deps, trx, person, 'data_exported', newId()));
  return JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
}

/** What it stores of an affiliate, and of webhooks, which traders may have too. */
async function exportAffiliate(own: ReturnType<typeof createOwnReader>) {
  return {
    affiliate: {
      applications: await own('person_id', 'affiliate'),
      formerCoupons: await own('affiliate_id', 'affiliate_former_coupon'),
      commissions: await own('affiliate_id', 'commission', [
        ...(['id', 'via', 'base_cents', 'share_bps', 'amount_cents', 'revoked_cents', 'status'] as const),
        ...(['review_reason', 'earned_at', 'available_at', 'released_at', 'decision_reason', 'decided_at'] as const),
      ]),
    },
    webhooks: {
      endpoints: await own('affiliate_id', 'affiliate_endpoint', ['audience', 'url', 'created_at', 'rotated_at']),
      messages: await own('affiliate_id', 'postback'),
    },
  };
}

/** Reads a person's rows of a table, by the column that ties them to the person, oldest first by the first time listed. */
function createOwnReader(db: Db, personId: string, addresses: readonly string[]) {
  const ties = {
    person_id: sql`person_id = ${personId}`,
    affiliate_id: sql`affiliate_id = ${personId}`,
    account_id: sql`account_id in (select id from trading_account where person_id = ${personId})`,
    order_id: sql`order_id in (select id from orders where person_id = ${personId})`,
    email: sql`lower(email) = any(${addresses})`,
    recipient: sql`lower(recipient) = any(${addresses})`,
  };
  return async <Name extends keyof Database & string>(
    tie: keyof Database[Name] & keyof typeof ties,
    table: Name,
    columns?: readonly (keyof Database[Name] & string)[],
  ): Promise<readonly object[]> => {
    const names = columns ? sql.join(columns.map((name) => sql.ref(name))) : sql`*`;
    const at = columns?.find((name) => name.endsWith('_at'));
    const { rows } = await sql<object>`select ${names} from ${sql.table(table)} where ${ties[tie]}
      ${at === undefined ? sql`` : sql`order by ${sql.ref(at)}`}`.execute(db);
    return rows;
  };
}
