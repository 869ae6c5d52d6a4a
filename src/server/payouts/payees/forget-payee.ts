import type { Deps, Trx } from '#server/core/deps.ts';

/**
 * Erases a person as a payee when their profile is deleted. Documents are deleted at once. Destinations and tax forms
 * of someone who requested a payout stay for as long as payments must be accounted for; otherwise everything is
 * deleted.
 */
export async function forgetPayee(deps: Deps, trx: Trx, personId: string): Promise<void> {
  const payout = await trx.selectFrom('payout').select('id').where('person_id', '=', personId).executeTakeFirst();
  await trx.deleteFrom('payee_document').where('person_id', '=', personId).execute();
  await trx
    .deleteFrom('document_request')
    .where('account_id', 'in', trx.selectFrom('trading_account').select('id').where('person_id', '=', personId))
    .execute();
  if (payout) {
    await trx
      .updateTable('payout_destination')
      .set({ removed_at: deps.clock() })
      .where('person_id', '=', personId)
      .where('removed_at', 'is', null)
      .execute();
    return;
  }
  for (const table of [
    'payout_destination',
    'tax_form',
    'signed_agreement',
    'sanctions_check',
    'identity_check',
  ] as const) {
    await trx.deleteFrom(table).where('person_id', '=', personId).execute();
  }
}
