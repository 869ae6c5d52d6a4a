import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { exportJournal } from '#server/accounts/journal/export.ts';
import { exportCopier } from '#server/copier/export-copier.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import { newId } from '#server/core/ids.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { exportPayee } from '#server/payouts/payees/export-payee.ts';
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
  const addresses = await listOwnAddresses(db, personId);
  const isOwnEmail = sql<boolean>`lower(email) = any(${addresses})`;
  const data = {
    exportedAt: deps.clock(),
    person,
    addresses,
    sessions: await db
      .selectFrom('session')
      .select(['id', 'created_at', 'expires_at', 'ended_at', 'user_agent', 'ip'])
      .where('person_id', '=', personId)
      .execute(),
    passkeys: await db
      .selectFrom('passkey')
      .select(['name', 'synced', 'created_at', 'last_used_at'])
      .where('person_id', '=', personId)
      .execute(),
    orders: await db.selectFrom('orders').selectAll().where('person_id', '=', personId).execute(),
    tradingAccounts: await db
      .selectFrom('trading_account')
      .select(['id', 'platform', 'platform_account_id', 'platform_user', 'program', 'size', 'rules_version'])
      .select(['state', 'opened_at', 'nickname'])
      .where('person_id', '=', personId)
      .execute(),
    conductCases: await db
      .selectFrom('conduct_case')
      .innerJoin('trading_account', 'trading_account.id', 'conduct_case.account_id')
      .select(['conduct_case.id', 'account_id', 'cause', 'evidence', 'events', 'conduct_case.opened_at'])
      .select(['answer_until', 'answer', 'answered_at', 'status', 'decision_reason', 'decided_at'])
      .where('trading_account.person_id', '=', personId)
      .orderBy('conduct_case.opened_at')
      .execute(),
    documentRequests: await exportDocumentRequests(deps, personId),
    breachDisputes: await db
      .selectFrom('account_dispute')
      .select(['id', 'account_id', 'breach_at', 'message', 'status', 'created_at'])
      .where('person_id', '=', personId)
      .execute(),
    subscriptions: await db
      .selectFrom('subscription')
      .select([
        'id',
        'order_id',
        'account_id',
        'kind',
        'name',
        'amount_cents',
        'billing_interval',
        'status',
        'created_at',
      ])
      .select(['period_starts_at', 'period_ends_at', 'canceled_at', 'ended_at'])
      .where('person_id', '=', personId)
      .execute(),
    bills: await db
      .selectFrom('bill')
      .select(['id', 'subscription_id', 'order_id', 'amount_cents', 'period_starts_at', 'period_ends_at'])
      .select(['status', 'paid_at', 'created_at'])
      .where('person_id', '=', personId)
      .execute(),
    invoices: await db
      .selectFrom('invoice')
      .select(['number', 'kind', 'order_id', 'document', 'issued_at'])
      .where('person_id', '=', personId)
      .execute(),
    subscriptionCancellations: await db.selectFrom('subscription_cancellation').selectAll().where(isOwnEmail).execute(),
    contractCancellations: await db.selectFrom('contract_cancellation').selectAll().where(isOwnEmail).execute(),
    certificates: await db
      .selectFrom('certificate')
      .select(['id', 'kind', 'account_id', 'name', 'shows_amount', 'facts', 'credential'])
      .select(['issued_at', 'revoked_at', 'revocation_reason'])
      .where('person_id', '=', personId)
      .execute(),
    performanceReviews: await db
      .selectFrom('performance_review')
      .select(['id', 'order_id', 'account_id', 'requested_at', 'delivered_at', 'revoked_at', 'report', 'comment'])
      .where('person_id', '=', personId)
      .execute(),
    journal: await exportJournal(deps, personId),
    tradingOrders: await db
      .selectFrom('trading_order')
      .innerJoin('trading_account', 'trading_account.id', 'trading_order.account_id')
      .selectAll('trading_order')
      .where('trading_account.person_id', '=', personId)
      .orderBy('trading_order.number')
      .execute(),
    copier: await exportCopier(deps, personId),
    payouts: await db
      .selectFrom('payout')
      .innerJoin('payout_destination', 'payout_destination.id', 'payout.destination_id')
      .select([
        'payout.number',
        'payout.account_id',
        'payout.status',
        'payout.method',
        'masked',
        'reason',
        'reason_note',
      ])
      .select(['amount_cents', 'trader_cents', 'firm_cents', 'fee_cents', 'reference', 'requested_at', 'quote'])
      .select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('payout_stage')
            .select(['payout_stage.status', 'at', 'due_at'])
            .whereRef('payout_id', '=', 'payout.id')
            .orderBy('at'),
        ).as('stages'),
      )
      .where('payout.person_id', '=', personId)
      .orderBy('requested_at')
      .execute(),
    payee: await exportPayee(deps, personId),
    notifications: await db
      .selectFrom('notification')
      .select(['kind', 'details', 'created_at', 'read_at'])
      .where('person_id', '=', personId)
      .execute(),
    announcements: await db
      .selectFrom('announcement_recipient')
      .innerJoin('announcement', 'announcement.id', 'announcement_recipient.announcement_id')
      .select(['title', 'text', 'added_at', 'ends_at'])
      .where('person_id', '=', personId)
      .orderBy('added_at')
      .execute(),
    pushSubscriptions: await db
      .selectFrom('push_subscription')
      .select(['endpoint', 'user_agent', 'created_at'])
      .where('person_id', '=', personId)
      .execute(),
    mails: await db
      .selectFrom('mail')
      .select(['subject', 'created_at', 'sent_at'])
      .where(sql<boolean>`lower(recipient) = any(${addresses})`)
      .execute(),
    incidentMails: await db.selectFrom('status_subscription').selectAll().where(isOwnEmail).execute(),
    newsletter: await db.selectFrom('newsletter_subscription').selectAll().where(isOwnEmail).execute(),
    tickets: await exportTickets(db, personId, addresses),
    featureRequests: await db.selectFrom('feature_request').selectAll().where(isOwnEmail).execute(),
    history: await db
      .selectFrom('audit')
      .select(['at', 'action', 'entity', 'entity_id', 'details'])
      .where('actor', '=', `person:${personId}`)
      .execute(),
  };
  await db.transaction().execute((trx) => notifySecurityEvent(deps, trx, person, 'data_exported', newId()));
  return JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
}
