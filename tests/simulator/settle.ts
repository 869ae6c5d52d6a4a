import { sql } from 'kysely';
import { hourMs } from '#lib/durations.ts';
import { decideDispute } from '#shared/firm/contract-corrections.ts';
import { inspectPayout, rejectPayout } from '#shared/payouts/contract-office.ts';
import { decideConduct } from '#shared/risk/contract-conduct.ts';
import { dismissFinding } from '#shared/risk/contract-findings.ts';
import { settleBatches } from './actions-bank.ts';
import { movePayout, nextSteps } from './actions-firm.ts';
import { deliverIdentity } from './actions-identity.ts';
import { act, moveHalt } from './actions-risk.ts';
import { pressAt } from './actions-shop.ts';
import { createChance } from './chance.ts';
import { type Firm, listPayouts } from './firm.ts';
import type { World } from './world.ts';

const waits = [0.2, 4, 30];
const reason = 'We looked.';

/** Staff and banks decide everything that waits for them. */
async function decideAll(world: World, firm: Firm): Promise<void> {
  const { db } = world;
  const [token] = firm.staff;
  while (await moveHalt(world, firm));
  const disputed = await db
    .selectFrom('sandbox_payment')
    .select('id')
    .where('status', '=', 'disputed')
    .orderBy('id')
    .execute();
  for (const { id } of disputed)
    await pressAt(world, `/api/dev/pay/${id}`, { outcome: 'dispute-won', delivery: 'normal' });
  await world.drain();
  await deliverIdentity(world, createChance(1), world.identity.state.waiting.length);
  // Also about people who have left.
  const cases = await db.selectFrom('conduct_case').select('id').where('status', '=', 'open').orderBy('id').execute();
  for (const { id: caseId } of cases)
    await world.ask(decideConduct, { body: { caseId, decision: 'lifted', reason }, token });
  // Trades against another account hold its payouts until staff have looked at them.
  const findings = await db.selectFrom('finding').select('id').where('status', '=', 'open').orderBy('id').execute();
  for (const { id: findingId } of findings) await world.ask(dismissFinding, { body: { findingId, reason }, token });
  await settleBatches(world, firm);
  for (const trader of firm.traders) {
    for (const [status, step] of Object.entries(nextSteps)) {
      for (const payout of await listPayouts(world, trader))
        if (payout.status === status) await movePayout(world, firm, payout.id, step);
    }
    for (const { id: payoutId, status } of await listPayouts(world, trader)) {
      if (status !== 'in-review' && status !== 'approved') continue;
      const inspected = await world.ask(inspectPayout, { query: { payoutId }, token });
      if (inspected?.checklist.some(({ name, passed }) => name === 'conditions' && !passed))
        await world.ask(rejectPayout, { body: { payoutId, reason: 'conditions-corrected', note: reason }, token });
    }
  }
  const suspended = await db
    .selectFrom('account_suspension')
    .innerJoin('payment_dispute', (join) => join.on(sql<boolean>`source = 'dispute:' || payment_dispute.id`))
    .select('account_id')
    .where('payment_dispute.status', '=', 'lost')
    .orderBy('account_id')
    .execute();
  for (const { account_id } of suspended) await act(world, firm, account_id, 'restore');
  const complaints = await db
    .selectFrom('account_dispute')
    .select('id')
    .where('status', '=', 'open')
    .orderBy('id')
    .execute();
  for (const { id: disputeId } of complaints)
    await world.ask(decideDispute, { body: { disputeId, decision: 'rejected', reason }, token });
}

/** Nothing fails anymore, and everyone does what they have to do, several times with some hours between. */
export async function settle(world: World, firm: Firm): Promise<void> {
  world.platform.state.isConnected = true;
  for (const hours of waits) {
    await world.attempt(`settle ${hours}`, 0, 'none', async () => {
      await decideAll(world, firm);
      await world.pass(hours * hourMs);
    });
  }
}
