import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/core/deps.ts';

/** A person's payouts with their stages and what the bank paid, for the export of a profile. */
export function exportPayouts(db: Db, personId: string) {
  return db
    .selectFrom('payout')
    .innerJoin('payout_destination', 'payout_destination.id', 'payout.destination_id')
    .select(['payout.number', 'payout.account_id', 'payout.status', 'payout.method', 'masked', 'reason', 'reason_note'])
    .select(['amount_cents', 'trader_cents', 'firm_cents', 'fee_cents', 'reference', 'requested_at', 'quote'])
    .select(['closed_through', 'counted_after'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('payout_stage')
          .select(['payout_stage.status', 'at', 'due_at'])
          .whereRef('payout_id', '=', 'payout.id')
          .orderBy('at'),
      ).as('stages'),
      jsonArrayFrom(
        eb
          .selectFrom('payout_payment')
          .select(['payee_name', 'payout_payment.amount_cents', 'payout_payment.reference', 'payout_payment.status'])
          .select(['bank_reference', 'bank_code', 'changed_at'])
          .whereRef('payout_id', '=', 'payout.id')
          .orderBy('changed_at'),
      ).as('payments'),
    ])
    .where('payout.person_id', '=', personId)
    .orderBy('requested_at')
    .execute();
}
