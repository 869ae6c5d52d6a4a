import { toLocale } from '#i18n/locales.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { getRow, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { decideCommission as decideCall } from '#shared/affiliates/contract-office.ts';
import type { ReviewReason } from '#shared/affiliates/review.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { readCommissionData } from './postbacks/commission-data.ts';

/**
 * Decides a commission in review, once. An allowed commission is pending like any other, counted from the day it was
 * earned; a refused one is revoked. The affiliate gets a mail with the reason.
 * @throws {ServiceError} 403 without a fresh confirmation or for the operator's own, 404, 409 if it isn't in review
 */
export async function decideCommission(
  deps: Deps,
  operator: Actor,
  { commissionId, decision, reason }: BodyOf<typeof decideCall>,
): Promise<{ decidedAt: number }> {
  await requireConfirmed(deps, operator);
  return runTransaction(deps, async (trx) => {
    const commission = await requireLockedRow(trx, 'commission', commissionId);
    if (commission.affiliate_id === operator.personId) throw new ServiceError(403, 'not_allowed');
    if (commission.status !== 'review') throw conflict();
    const now = deps.clock();
    const actor = `person:${operator.personId}`;
    const isAllowed = decision === 'allow';
    const remainingCents = commission.amount_cents - commission.revoked_cents;
    await updateRow(trx, 'commission', commissionId, {
      ...(isAllowed
        ? { status: 'pending' as const }
        : { status: 'refused' as const, revoked_cents: commission.amount_cents }),
      decision_reason: reason,
      decided_at: now,
      decided_by: actor,
    });
    if (!isAllowed) await revokeRefused(deps, trx, commission.affiliate_id, commissionId, remainingCents);
    await writeAudit(
      deps,
      trx,
      actor,
      isAllowed ? 'commission-allowed' : 'commission-refused',
      ['commission', commissionId],
      {
        before: { status: commission.status },
        after: { status: isAllowed ? 'pending' : 'refused' },
        affiliateId: commission.affiliate_id,
        amountCents: remainingCents,
        reason,
      },
    );
    await notifyAffiliate(deps, trx, {
      ...{ affiliateId: commission.affiliate_id, commissionId, isAllowed, reason, amountCents: remainingCents },
      reviewReason: commission.review_reason,
    });
    return { decidedAt: now.getTime() };
  });
}

async function revokeRefused(deps: Deps, trx: Trx, ownerId: string, commissionId: string, amountCents: number) {
  await postToLedger(deps, trx, {
    dedupeKey: `commission-refused:${commissionId}`,
    kind: 'commission-revoked',
    reference: `commission:${commissionId}`,
    lines: [
      { account: { kind: 'affiliate-pending', ownerId }, amountCents: -amountCents },
      { account: { kind: 'commission-expense' }, amountCents },
    ],
  });
  await queueWebhook(deps, trx, {
    ...{ audience: 'affiliate', personId: ownerId, type: 'commission.revoked' },
    dedupeKey: `commission-refused:${commissionId}`,
    data: await readCommissionData(trx, commissionId),
  });
}

export type DecidedCommission = {
  readonly affiliateId: string;
  readonly commissionId: string;
  readonly isAllowed: boolean;
  readonly reason: string;
  readonly reviewReason: ReviewReason | null;
  readonly amountCents: number;
};

async function notifyAffiliate(deps: Deps, trx: Trx, decided: DecidedCommission): Promise<void> {
  const { affiliateId, commissionId, isAllowed, reason, reviewReason, amountCents } = decided;
  const person = await getRow(trx, 'person', affiliateId, ['email', 'first_name', 'locale']);
  const kind = isAllowed ? 'commission-allowed' : 'commission-refused';
  await addNotification(deps, trx, {
    dedupeKey: `${kind}:${commissionId}`,
    personId: affiliateId,
    kind,
    details: { amount: formatMoney(amountCents, toLocale(person.locale)) },
    path: pathTo('affiliateDashboard', {}, 'en'),
  });
  await queueMail(
    deps,
    trx,
    person,
    'commission-decided',
    `${kind}:${commissionId}`,
    { isAllowed, amountCents, reviewReason, reason },
    { replyTo: deps.catalog.site.supportEmail },
  );
}
