import { expect, onTestFinished, test } from 'vitest';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { keptAfterDeletion } from '#shared/privacy/kept-after-deletion.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fillTables, findText } from '../support/filled-rows.ts';
import { signInPerson } from '../support/people.ts';

test('a person who did everything leaves nothing behind but what a law keeps, under each of their addresses', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const { deps } = server;
  const now = server.clock.now();
  const { personId, token } = await signInPerson(server);
  const [address, formerAddress] = ['zq-now@example.org', 'zq-before@example.org'];
  for (const email of [formerAddress, address])
    await deps.db.updateTable('person').set({ email }).where('id', '=', personId).execute();
  await deps.db
    .updateTable('person')
    .set({ first_name: 'zq first qz', last_name: 'zq last qz' })
    .where('id', '=', personId)
    .execute();
  const values = {
    'account_dispute.status': 'upheld',
    'account_dispute.decided_at': now,
    'affiliate_endpoint.former_until': now,
    'bulk_run.finished_at': now,
    'certificate.payout_id': null,
    'certificate.revoked_at': now,
    'commission.status': 'available',
    'commission.decided_at': now,
    'conduct_case.status': 'warned',
    'conduct_case.answered_at': now,
    'conduct_case.decided_at': now,
    'document_request.closed_at': now,
    'identity_check.country': 'PT',
    'orders.status': 'fulfilled',
    'payout.status': 'returned',
    'payout.origin_id': null,
    'payout.trader_cents': 2,
    'payout.amount_cents': 3,
    'payout.full_share_cents': 1,
    'payout.cap_cents': 1,
    'payout.cap_number': 1,
    'postback.next_attempt_at': now,
    'sanctions_check.status': 'review',
    'staff_request.address': null,
    'staff_request.decided_by': null,
    'subscription.status': 'ended',
    'ticket.reply_due_at': now,
    'ticket.merged_into': null,
    'trader_view.staff_id': 'staff',
    'trading_order.status': 'canceled',
    'trading_order.done_at': now,
    'trading_order.copy_of': null,
  };
  expect(await fillTables(deps, { personId, address, formerAddress, now, values })).toEqual([]);
  await deps.db.updateTable('session').set({ confirmed_at: now }).execute();
  expect((await client(server)(deleteProfile, { token })).response_status).toBe(200);
  await server.drain({ allowFailures: true });
  const kept = Object.values(keptAfterDeletion).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  );
  expect(await findText(deps, /zq[ -]/)).toEqual(kept.toSorted());
});
