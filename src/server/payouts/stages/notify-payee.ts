import { toLocale } from '#i18n/locales.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { nameAccount } from '#server/accounts/name.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { getRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { rejectionReasons, returnReasons } from '#shared/payouts/stages.ts';
import { type PayoutMailEvent, payoutPageOf } from '../mails.ts';
import type { StoredPayout } from '../tables.ts';

const reasons = [...rejectionReasons, ...returnReasons] as const;

export async function notifyPayee(
  deps: Deps,
  trx: Trx,
  payout: StoredPayout,
  account: StoredAccount | null,
  kind: PayoutMailEvent = payout.status,
): Promise<void> {
  const person = await getRow(trx, 'person', payout.person_id, ['email', 'first_name', 'locale', 'deleted_at']);
  if (person.deleted_at !== null) return;
  const { masked } = await getRow(trx, 'payout_destination', payout.destination_id, ['masked']);
  const netCents = payout.trader_cents - payout.fee_cents;
  const attempt = payout.recalls > 0 ? `:${payout.recalls}` : '';
  const key = `payout:${payout.id}:${kind}${kind === 'late' ? `:${payout.status}` : ''}${attempt}`;
  // The demo's past payouts send no mail.
  if (!payout.is_sample) {
    await queueMail(
      deps,
      trx,
      person,
      'payout-notification',
      key,
      {
        kind,
        number: payout.number,
        account: account && {
          program: account.program,
          size: account.size,
          platformAccountId: account.platform_account_id,
        },
        amountCents: payout.amount_cents,
        firmCents: payout.firm_cents,
        creditCents: payout.credit_cents,
        netCents,
        dueAt: payout.due_at?.getTime() ?? null,
        decisionDueAt: kind === 'requested' ? payout.decision_due_at.getTime() : null,
        reason: reasons.find((reason) => reason === payout.reason) ?? null,
        reasonNote: payout.reason_note,
        reference: payout.reference,
        destination: ['owed', 'rejected', 'canceled'].includes(kind) ? null : masked,
      },
      { replyTo: deps.catalog.site.supportEmail },
    );
  }
  const locale = toLocale(person.locale);
  await addNotification(deps, trx, {
    dedupeKey: key,
    personId: payout.person_id,
    kind: account === null && kind !== 'owed' && kind !== 'credited' ? `affiliate-payout_${kind}` : `payout_${kind}`,
    details: {
      number: payout.number,
      ...(account === null ? {} : { account: nameAccount(account) }),
      amount: formatMoney(payout.amount_cents, locale),
      net: formatMoney(netCents, locale),
    },
    path: pathTo(payoutPageOf(account, kind), {}, 'en'),
  });
}
