import { sql } from 'kysely';
import { pluck } from '#lib/pluck.ts';
import { requestEnd } from '#server/accounts/requests/end.ts';
import { endAffiliate } from '#server/affiliates/end-affiliate.ts';
import { endSubscription } from '#server/billing/subscriptions/end.ts';
import { revokeAllCertificates } from '#server/certificates/revoke.ts';
import { isNull, listRows, not, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import { deleteEndpoints } from '#server/messages/webhooks/edit.ts';
import { closeUnpaidOrder } from '#server/orders/close-unpaid.ts';
import { isDisputed } from '#server/orders/plan-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { forgetPayee } from '#server/payouts/payees/forget-payee.ts';
import { listOwnAddresses } from '#server/people/list-own-addresses.ts';
import { lockPerson } from '#server/people/lock.ts';
import { endSessionsOf } from '#server/people/sessions/end-session.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import { claims } from '#server/support/claims.ts';
import { forgetTickets } from '#server/support/ticket/forget.ts';
import { profileFields } from '#shared/core/profile-fields.ts';
import { unpaidStatuses } from '#shared/orders/machine.ts';
import type { ClaimKind } from '#shared/support/claims.ts';

/** What only its owner can follow up, by the code of the refusal that names it. */
const codes = {
  'payout-request': 'delete_payout',
  'owed-payout': 'delete_owed',
  'right-to-withdraw': 'delete_withdrawal',
  cancellation: 'delete_withdrawal',
  'breach-dispute': 'delete_dispute',
} as const satisfies Partial<Record<ClaimKind, string>>;

type OpenClaim = { readonly code: (typeof codes)[keyof typeof codes]; readonly number: string };

/**
 * Deletes what only an address ties to the person. Statements that found no contract prove nothing; the others stay with
 * their order.
 */
async function forgetAddresses(trx: Trx, addresses: readonly string[], keptMailKey: string): Promise<void> {
  const of = (column: string) => sql<boolean>`lower(${sql.ref(column)}) = any(${addresses})`;
  await trx.deleteFrom('newsletter_subscription').where(of('email')).execute();
  await trx.deleteFrom('status_subscription').where(of('email')).execute();
  await trx.updateTable('feature_request').set({ name: '', email: '' }).where(of('email')).execute();
  await trx.deleteFrom('contract_cancellation').where(of('email')).where('order_id', 'is', null).execute();
  await trx.deleteFrom('subscription_cancellation').where(of('email')).where('subscription_id', 'is', null).execute();
  await trx.deleteFrom('mailbox').where(of('recipient')).execute();
  await trx.deleteFrom('mail').where(of('recipient')).where('dedupe_key', '!=', keptMailKey).execute();
}

/**
 * Ends renewals and cancels unpaid orders, so that a deleted person is never charged. Closes every account at the
 * platform, including funded ones and those paid once: nobody could sign in to them anymore.
 */
async function endPurchases(deps: Deps, trx: Trx, personId: string): Promise<void> {
  const actor = `person:${personId}`;
  const running = await listRows(trx, 'subscription', { person_id: personId, status: not('ended') }, undefined, {
    orderBy: 'id',
    lock: true,
  });
  for (const subscription of running) await endSubscription(deps, trx, subscription, actor);
  const accounts = await listRows(trx, 'trading_account', { person_id: personId, ended_at: isNull }, ['id'], {
    orderBy: 'id',
  });
  for (const { id: accountId } of accounts) await requestEnd(deps, trx, accountId, 'canceled');
  const unpaid = await listRows(trx, 'orders', { person_id: personId, status: [...unpaidStatuses] });
  for (const order of unpaid) await closeUnpaidOrder(deps, trx, order, 'cancel', actor);
}

/**
 * Refunds orders that wait for their deferred start, because their buyer's right to cancel the contract is still whole.
 * @throws {ServiceError} 409 while another paid order is being delivered, a bank sends a payment, or decides on an
 * order that hasn't started
 */
async function refundDeferred(deps: Deps, trx: Trx, personId: string): Promise<void> {
  const paid = await listRows(trx, 'orders', { person_id: personId, status: ['processing', 'paid'] }, undefined, {
    orderBy: 'id',
    lock: true,
  });
  for (const order of paid) {
    const isDeferred = order.begins_at !== null && order.begins_at > deps.clock();
    if (order.status === 'processing' || !isDeferred || (await isDisputed(trx, order.id)))
      throw new ServiceError(409, 'delete_busy');
    await requestOrderRefund(deps, trx, order, 'withdrawal', `person:${personId}`);
  }
}

/**
 * Locks what the deletion ends, in the order in which everything else locks it: a purchase first, its owner, whom a
 * notification changes, last. Otherwise two transactions could wait for each other.
 */
async function lockBelongings(trx: Trx, personId: string): Promise<void> {
  for (const table of ['orders', 'trading_account', 'subscription', 'performance_review'] as const)
    await trx.selectFrom(table).select('id').where('person_id', '=', personId).orderBy('id').forUpdate().execute();
}

/**
 * Deletes everything about a person that the law doesn't require us to keep. Orders and payments stay, subscriptions
 * and accounts end, orders that haven't started are refunded, and an emptied row remains for references.
 * @throws {ServiceError} 409 while a paid order is being delivered or a claim of theirs is open
 */
export async function deleteProfile(deps: Deps, actor: Actor): Promise<void> {
  await requireConfirmed(deps, actor);
  const { personId } = actor;
  await deps.db.transaction().execute(async (trx) => {
    await lockBelongings(trx, personId);
    const person = await lockPerson(trx, personId);
    const claim = await findOpenClaim(trx, personId);
    if (claim) throw new ServiceError(409, claim.code, { data: { number: claim.number } });
    await refundDeferred(deps, trx, personId);
    await forgetPayee(deps, trx, personId);
    await endAffiliate(deps, trx, personId);
    await deleteEndpoints(trx, personId);
    await endPurchases(deps, trx, personId);
    await revokeAllCertificates(trx, deps, personId);
    await notifySecurityEvent(deps, trx, person, 'account_deleted', personId);
    const addresses = await listOwnAddresses(trx, personId, 'deletion');
    await forgetTickets(trx, personId, addresses);
    await forgetAddresses(trx, addresses, `security:account_deleted:${personId}`);
    await endSessionsOf(deps, trx, personId);
    for (const table of [
      'former_address',
      'journal_entry',
      'person_picture',
      'two_factor',
      'passkey',
      'recovery_code',
      'second_factor_reset',
      'staff_request',
      'saved_view',
      'registration',
      'known_device',
      'payout_access',
      'notification',
      'announcement_recipient',
      'performance_review',
      'push_subscription',
      'email_code',
      'session',
    ] as const) {
      await trx.deleteFrom(table).where('person_id', '=', personId).execute();
    }
    await updateRow(
      trx,
      'performance_review',
      { reviewer_id: personId },
      { reviewer_id: null, claimed_at: sql`case when closed_at is not null then claimed_at end` },
    );
    await updateRow(trx, 'trading_account', { person_id: personId }, { nickname: null, alert_settings: null });
    await trx.deleteFrom('feature_vote').where('voter', '=', `person:${personId}`).execute();
    // The country alone identifies nobody and stays.
    const { country: _, ...emptyFields } = pluck(profileFields, 'empty');
    await updateRow(trx, 'person', personId, {
      email: `deleted-${personId.toLowerCase()}@invalid`,
      ...emptyFields,
      password_hash: null,
      email_verified_at: null,
      two_factor_at: null,
      picture_version: null,
      unread_notifications: 0,
      roles: [],
      deleted_at: deps.clock(),
    });
    await writeAudit(deps, trx, `person:${personId}`, 'account-deleted', ['person', personId]);
  });
}

/**
 * The oldest claim that keeps a profile: one that waits for a decision or for its owner, and a payout on its way. What a
 * refund or a chargeback pays reaches its card without a profile.
 */
async function findOpenClaim(trx: Trx, personId: string): Promise<OpenClaim | undefined> {
  const { rows } = await sql<{ kind: keyof typeof codes; number: string }>`
    select c.kind, c.number from ${claims} c
    where c.person_id = ${personId} and c.kind in (${sql.join(Object.keys(codes))})
      and (c.kind = 'payout-request' or c.status in ('to-decide', 'to-claim')
        or c.kind = 'right-to-withdraw' and c.status = 'to-confirm')
    order by c.at limit 1`.execute(trx);
  return rows[0] && { code: codes[rows[0].kind], number: rows[0].number };
}
