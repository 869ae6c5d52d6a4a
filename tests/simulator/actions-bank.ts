import * as calls from '#shared/payouts/contract-office-batches.ts';
import { statement, statusReport } from '../server/support/bank-files.ts';
import { sendFile } from '../server/support/payout-staff.ts';
import type { Chance } from './chance.ts';
import type { Firm, Trader } from './firm.ts';
import type { World } from './world.ts';

const outcomes = ['book', 'book', 'accept', 'accept', 'refuse', 'return'] as const;

/** Staff collect approved payouts in a batch; someone else exports it, perhaps twice. */
export async function batch(world: World, _: Trader, chance: Chance, { staff: [token, second] }: Firm): Promise<void> {
  const body = { method: 'bank-transfer', format: 'pain-001' } as const;
  if (chance.hits(0.6)) await world.ask(calls.createPayoutBatch, { body, token });
  const draft = await world.db.selectFrom('payout_batch').select('id').where('status', '=', 'draft').executeTakeFirst();
  if (draft && chance.hits(0.15))
    await world.ask(calls.cancelPayoutBatch, { body: { batchId: draft.id, reason: 'It is early.' }, token });
  await exportDrafts(world, second, chance.between(0, 2));
}

async function exportDrafts(world: World, token: string, times: number): Promise<void> {
  const drafts = await world.db
    .selectFrom('payout_batch')
    .select('id')
    .where('status', '=', 'draft')
    .orderBy('number')
    .execute();
  const files = new Map<string, string>();
  for (const { id: batchId } of drafts) {
    for (let time = 0; time < times; time += 1) {
      const exported = await world.ask(calls.exportPayoutBatch, { body: { batchId }, token });
      if (!exported) continue;
      const { content } = exported.file;
      if ((files.get(batchId) ?? content) !== content)
        world.fail(`batch ${batchId} was exported as two different files`);
      files.set(batchId, content);
    }
  }
  await world.drain();
}

/** The bank makes, accepts, refuses or returns a payment of an exported batch, and staff import what it says, perhaps twice. */
export async function bankFile(world: World, _: Trader, chance: Chance, { staff: [token] }: Firm): Promise<void> {
  const outcome = chance.pick(outcomes);
  const isLate = outcome === 'return' || chance.hits(0.2);
  const payments = await listSent(world, isLate ? ['sent', 'accepted', 'paid'] : ['sent', 'accepted']);
  if (payments.length === 0) return;
  await report(world, token, chance.pick(payments), outcome, chance.between(1, 2));
}

function listSent({ db }: World, statuses: readonly ('sent' | 'accepted' | 'paid')[]) {
  return db
    .selectFrom('payout_payment')
    .innerJoin('payout_batch', 'payout_batch.id', 'payout_payment.batch_id')
    .select(['payout_payment.reference', 'amount_cents', 'payout_batch.number'])
    .where('payout_payment.status', 'in', statuses)
    .where('payout_batch.exported_at', 'is not', null)
    .orderBy('payout_batch.number')
    .orderBy('line')
    .execute();
}

type Payment = Awaited<ReturnType<typeof listSent>>[number];

async function report(
  world: World,
  token: string,
  payment: Payment,
  outcome: (typeof outcomes)[number],
  times: number,
) {
  const { reference, amount_cents: cents, number } = payment;
  const id = `${outcome}-${reference}-${Date.now()}`;
  const amount = (cents / 100).toFixed(2);
  const status = outcome === 'accept' ? { status: 'ACSP' } : { status: 'RJCT', code: 'AC04' };
  const file =
    outcome === 'book'
      ? statement([{ reference, amount }], { id })
      : outcome === 'return'
        ? statement([{ reference, amount, sign: 'CRDT', returned: 'AC04' }], { id })
        : statusReport({ messageId: number, payments: [{ reference, ...status }], id });
  for (let time = 0; time < times; time += 1) {
    const answer = await sendFile(world.server, calls.applyBankFile.path, token, new File([file], 'report.xml'));
    world.count(`bank file ${outcome}: ${answer.response_status}`);
  }
  await world.drain();
}

/** Every draft is exported, or canceled if it is held, and the bank makes every payment. */
export async function settleBatches(world: World, { staff: [token, second] }: Firm): Promise<void> {
  await exportDrafts(world, second, 1);
  const held = await world.db.selectFrom('payout_batch').select('id').where('status', '=', 'draft').execute();
  for (const { id: batchId } of held)
    await world.ask(calls.cancelPayoutBatch, { body: { batchId, reason: 'It is held.' }, token });
  for (const payment of await listSent(world, ['sent', 'accepted'])) await report(world, token, payment, 'book', 1);
}
