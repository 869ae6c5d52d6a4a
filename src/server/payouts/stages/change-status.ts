import { getPayoutVersion } from '#content/catalog.ts';
import { issueCertificate } from '#server/certificates/issue.ts';
import { revokeCertificate } from '#server/certificates/revoke.ts';
import { getChangedRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import type { LedgerTransactionKind } from '#shared/core/ledger-accounts.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';
import { combine, type Holding, type PayoutMoney, postingsOf } from '#shared/payouts/postings.ts';
import { endedUnpaid, nextStatus, type PayoutAction, type PayoutStatus } from '#shared/payouts/stages.ts';
import { isAccountPayout, type StoredPayout } from '../tables.ts';
import type { LockedPayout } from './lock-payout.ts';
import { notifyPayee } from './notify-payee.ts';
import { recordPaymentStatus } from './record-payment.ts';
import { returnAmount } from './request-transfer.ts';
import { becomesOwed, setOwed } from './set-owed.ts';

type Change = {
  /** `person:<id>`, `system`, `rule` or `provider:<name>`. */
  readonly actor: string;
  readonly reason?: string;
  readonly note?: string;
  /** The bank's or the network's reference. */
  readonly reference?: string;
};

const ledgerKinds: Readonly<Record<Holding, LedgerTransactionKind>> = {
  requested: 'payout-requested',
  'in-review': 'payout-requested',
  approved: 'payout-approved',
  sent: 'payout-sent',
  paid: 'payout-paid',
  owed: 'payout-owed',
};

/** What dates a payout's stages: an account keeps the terms it was bought under; commissions have those on sale. */
type Deadlines = { readonly decisionDueAt: Date; readonly rulesVersion: string | undefined };

/** When a status is due to end; null for final statuses. */
export function dueAtOf(
  deps: Deps,
  status: PayoutStatus,
  at: Date,
  { decisionDueAt, rulesVersion }: Deadlines,
): Date | null {
  const { stageBankDays } = getPayoutVersion(deps.catalog, rulesVersion);
  if (status === 'in-review') return decisionDueAt;
  if (status !== 'requested' && status !== 'approved' && status !== 'sent') return null;
  return new Date(bankDeadline(at.getTime(), stageBankDays[status]));
}

/**
 * Moves a payout to its next status in the caller's transaction: its stage, its money in the ledger and, if it ends
 * unpaid, the amount back where it came from, with audit, mail and notification.
 * @throws {ServiceError} 409 `payout_step` if its status doesn't allow it
 */
export async function changeStatus(
  deps: Deps,
  trx: Trx,
  { payout, account }: LockedPayout,
  action: PayoutAction,
  { actor, reason, note, reference }: Change,
): Promise<StoredPayout> {
  const status = nextStatus(payout.status, action);
  if (status === null) throw new ServiceError(409, 'payout_step');
  await recordPaymentStatus(deps, trx, payout.id, status);
  const at = deps.clock();
  const dueAt = dueAtOf(deps, status, at, {
    decisionDueAt: payout.decision_due_at,
    rulesVersion: account?.rules_version,
  });
  const changed = await getChangedRow(trx, 'payout', payout.id, {
    status,
    due_at: dueAt,
    overdue_alert_sent_at: null,
    ...(action === 'recall' ? { recalls: payout.recalls + 1, reference: null } : {}),
    ...(reason === undefined ? {} : { reason, reason_note: note ?? null }),
    ...(reference === undefined ? {} : { reference }),
  });
  const hasEnded = endedUnpaid(status);
  const isOwed = hasEnded && account !== null && (await becomesOwed(trx, account, changed));
  if (action === 'recall') await removeSentStage(trx, payout.id);
  await trx
    .insertInto('payout_stage')
    .values({ payout_id: payout.id, status, at, due_at: dueAt, actor })
    .onConflict((conflict) => conflict.columns(['payout_id', 'status']).doUpdateSet({ due_at: dueAt }))
    .execute();
  await postStatus(deps, trx, payout, {
    to: isOwed ? 'owed' : isHolding(status) ? status : null,
    recalls: changed.recalls,
  });
  if (isOwed || (hasEnded && payout.origin_id !== null)) await setOwed(trx, payout, isOwed ? at : null);
  else if (hasEnded && isAccountPayout(payout)) await returnAmount(deps, trx, payout);
  await writeAudit(
    deps,
    trx,
    actor,
    action === 'recall' ? 'payout-recalled' : `payout-${status}`,
    ['payout', payout.id],
    {
      before: { status: payout.status },
      after: { status, ...(isOwed ? { owed: true } : {}) },
      amountCents: payout.amount_cents,
      ...(reason ? { reason, note } : {}),
      ...(reference ? { reference } : {}),
    },
  );
  await notifyPayee(deps, trx, changed, account, isOwed ? 'owed' : status);
  if (isAccountPayout(payout)) {
    const certified = { kind: 'payout', payoutId: payout.id } as const;
    if (status === 'paid') await issueCertificate(trx, deps, certified);
    if (status === 'returned') await revokeCertificate(trx, deps, certified, 'payout-returned', actor);
  }
  if (status === 'paid' || !isHolding(status)) await queueEndWebhook(deps, trx, changed, { status, at });
  return { ...changed, owed_at: isOwed && payout.origin_id === null ? at : null };
}

/** A payout can be returned after it was paid: a message for each. */
async function queueEndWebhook(
  deps: Deps,
  trx: Trx,
  payout: StoredPayout,
  { status, at }: { readonly status: 'paid' | Exclude<PayoutStatus, Holding>; readonly at: Date },
): Promise<void> {
  const { id, person_id: personId, account_id, number, amount_cents, fee_cents, trader_cents } = payout;
  const audience = isAccountPayout(payout) ? 'trader' : 'affiliate';
  await queueWebhook(deps, trx, {
    ...{ audience, personId, dedupeKey: `payout-${status}:${id}`, type: `payout.${status}` },
    data: {
      payout_id: id,
      ...(audience === 'trader' ? { account_id } : {}),
      number,
      currency: deps.catalog.packages.currency,
      amount_cents,
      fee_cents,
      net_cents: trader_cents - fee_cents,
      [`${status}_at`]: at.toISOString(),
    },
  });
}

/** A recall means that the payment was never made, so its `sent` stage goes; the audit log keeps it. */
async function removeSentStage(trx: Trx, payoutId: string): Promise<void> {
  await trx.deleteFrom('payout_stage').where('payout_id', '=', payoutId).where('status', '=', 'sent').execute();
}

/**
 * Moves the payout's money in the ledger from where its status holds it; `to` null gives it up. After each recall, later
 * statuses are posted again. Money that is sent again comes from what is owed.
 */
export async function postStatus(
  deps: Deps,
  trx: Trx,
  payout: StoredPayout,
  { to, recalls = 0 }: { readonly to: Holding | null; readonly recalls?: number },
): Promise<void> {
  const { status } = payout;
  const source = payout.origin_id === null ? null : 'owed';
  const from = status === to ? source : isHolding(status) ? status : null;
  const lines = postingsOf(moneyOf(payout), from, to);
  if (lines.length === 0) return;
  await postToLedger(deps, trx, {
    dedupeKey: `payout:${payout.id}:${to ?? 'released'}${recalls > 0 ? `:${recalls}` : ''}`,
    kind: to === null ? 'payout-released' : ledgerKinds[to],
    reference: `payout:${payout.id}`,
    lines,
  });
}

/** Adds what we owe for a missed promise to a locked payout, and to what the ledger holds for it. */
export async function addCredit(deps: Deps, trx: Trx, payout: StoredPayout, cents: number): Promise<StoredPayout> {
  const credited = await getChangedRow(trx, 'payout', payout.id, {
    credit_cents: cents,
    trader_cents: payout.trader_cents + cents,
  });
  if (!isHolding(payout.status)) throw new Error(`The payout ${payout.id} has ended`);
  const held = postingsOf(moneyOf(payout), payout.status, null);
  const lines = combine([...held, ...postingsOf(moneyOf(credited), null, payout.status)]);
  if (lines.length > 0) {
    const reference = `payout:${payout.id}`;
    await postToLedger(deps, trx, { dedupeKey: `${reference}:credited`, kind: 'payout-credited', reference, lines });
  }
  return credited;
}

function isHolding(status: PayoutStatus): status is Exclude<Holding, 'owed'> {
  return !endedUnpaid(status);
}

function moneyOf(payout: StoredPayout): PayoutMoney {
  return {
    ...(isAccountPayout(payout)
      ? { source: 'account' as const, accountId: payout.account_id }
      : { source: 'affiliate' as const }),
    personId: payout.person_id,
    amountCents: payout.amount_cents,
    traderCents: payout.trader_cents,
    feeCents: payout.fee_cents,
  };
}
