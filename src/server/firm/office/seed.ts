import { sql } from 'kysely';
import { dayMs, hourMs } from '#lib/durations.ts';
import { decisionDeadline } from '#server/accounts/breach/report-breach.ts';
import { seedOffers } from '#server/catalog/seed.ts';
import { findRow, insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { startDailyDryRun } from '../closure/dry-run.ts';

/**
 * Sample rows for the back office and the risk desk beyond the data of the demo's people. Each is marked as a sample,
 * and none changes what traders or buyers see.
 */
export async function seedOfficeSamples(deps: Deps): Promise<void> {
  const now = deps.clock().getTime();
  const ago = (ms: number) => new Date(now - ms);
  await seedDesk(deps, ago);
  await seedParkedEvent(deps, ago);
  await seedOffers(deps, ago);
  await seedChargebacks(deps, ago);
  await seedJobs(deps);
  await seedNewsletter(deps, ago);
  await startDailyDryRun(deps);
}

type Ago = (ms: number) => Date;

const findAccount = ({ db }: Deps, orderId: string) => findRow(db, 'trading_account', { order_id: orderId }, ['id']);

/** A risk action that was taken and lifted, two findings and a halt that is over. */
async function seedDesk(deps: Deps, ago: Ago): Promise<void> {
  const { db } = deps;
  const [live, funded] = [
    await findAccount(deps, 'demo-order-merit-25k'),
    await findAccount(deps, 'demo-order-funded-100k'),
  ];
  if (!live || !funded) return;
  const [risk, admin] = ['person:demo-risk', 'person:demo-admin'];
  const undecided = { decided_by: null, decided_at: null };
  const action = { ...undecided, account_id: live.id, until: null, declined: false, requested_by: risk };
  await insertOnce(db, 'risk_action', [
    {
      ...{ ...action, id: 'demo-risk-suspend', kind: 'suspend' },
      cause: 'Sample: three times the usual size within a minute.',
      ...{ requested_at: ago(30 * hourMs), applied_at: ago(30 * hourMs), acknowledged_at: ago(30 * hourMs) },
    },
    {
      ...{ ...action, id: 'demo-risk-restore', kind: 'restore', decided_by: admin },
      cause: 'Sample: the trader explained it by phone.',
      ...{ requested_at: ago(28 * hourMs), decided_at: ago(27 * hourMs) },
      ...{ applied_at: ago(27 * hourMs), acknowledged_at: ago(27 * hourMs) },
    },
  ]);
  await insertOnce(db, 'account_note', {
    id: 'demo-note',
    account_id: live.id,
    author: 'demo-risk',
    text: 'Sample: trades the open only, and answers the phone.',
    written_at: ago(26 * hourMs),
  });
  await insertOnce(db, 'document_request', {
    ...{ id: 'demo-documents', account_id: live.id, requested_by: risk, closed_by: admin },
    text: 'Sample: a screenshot of the order window of the morning you wrote about.',
    ...{ requested_at: ago(60 * dayMs), received_at: ago(59 * dayMs), closed_at: ago(58 * dayMs) },
  });
  await seedFindings(deps, ago, live.id, funded.id);
  await insertOnce(db, 'trading_halt', {
    ...{ id: 'demo-halt', scope: 'instrument', value: 'CL', requested_by: risk, decided_by: admin, lifted_by: admin },
    text: JSON.stringify({
      en: 'Sample: the feed for crude oil is late.',
      fr: 'Exemple : le flux du pétrole est en retard.',
      pt: 'Exemplo: os dados do petróleo estão atrasados.',
    }),
    ...{ requested_at: ago(5 * dayMs), decided_at: ago(5 * dayMs), started_at: ago(5 * dayMs) },
    ...{ lift_requested_by: risk, lift_requested_at: ago(5 * dayMs - hourMs), ended_at: ago(5 * dayMs - hourMs) },
    announcement_id: null,
  });
}

async function seedFindings({ db }: Deps, ago: Ago, live: string, funded: string): Promise<void> {
  const day = ago(dayMs).toISOString().slice(0, 10);
  const fill = (accountId: string, index: number, side: Side) => ({
    ...{ accountId, sourceId: `sample-${index}`, instrument: 'ES' as const, side, quantity: 2 },
    at: ago(dayMs).getTime() + index * 90_000,
  });
  const shared = { day, account_id: live, case_id: null };
  await insertOnce(db, 'finding', [
    {
      ...{ ...shared, id: 'demo-finding-opposite', key: 'sample opposite', kind: 'opposite-sides' },
      other_account_id: funded,
      facts: JSON.stringify({ market: 'ES', opposedMs: 90_000 }),
      evidence: JSON.stringify([fill(live, 0, 'buy'), fill(funded, 1, 'sell'), fill(live, 2, 'sell')]),
      ...{ found_at: ago(20 * hourMs), decided_by: null, decided_at: null, decision_reason: null },
    },
    {
      ...{ ...shared, id: 'demo-finding-size', key: 'sample size', kind: 'unusual-size', other_account_id: null },
      facts: JSON.stringify({ market: 'ES', contracts: 10, usualContracts: 2 }),
      evidence: JSON.stringify([{ ...fill(live, 4, 'buy'), quantity: 10 }]),
      ...{ status: 'dismissed' as const, found_at: ago(30 * hourMs), decided_by: 'person:demo-risk' },
      ...{ decided_at: ago(29 * hourMs), decision_reason: 'Sample: one order, agreed by mail.' },
    },
  ]);
}

/** A price of an unlisted contract, which stays parked; the account's owner reads that it is being checked. */
async function seedParkedEvent(deps: Deps, ago: Ago): Promise<void> {
  const account = await findAccount(deps, 'demo-order-payout-sent');
  if (!account) return;
  const contract = { instrument: 'SAMPLE', month: '2030-12' };
  await insertOnce(deps.db, 'parked_event', {
    ...{ ...contract, account_id: account.id, source_id: 'sample-1', reason: 'unknown-instrument' },
    event: JSON.stringify({ ...contract, type: 'mark', at: ago(3 * hourMs).getTime(), priceTicks: 1_000 }),
    parked_at: ago(3 * hourMs),
  });
}

/** An open chargeback and a won one, on orders whose accounts have ended, and a disputed breach. */
async function seedChargebacks(deps: Deps, ago: Ago): Promise<void> {
  const { db } = deps;
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'total_cents'])
    .where('id', 'in', ['demo-order-premium-50k', 'demo-order-classic-25k'])
    .orderBy('id', 'desc')
    .execute();
  const states = [
    { status: 'open', reason: 'Sample: not received', opened_at: ago(dayMs), evidence_due_at: ago(-7 * dayMs) },
    {
      ...{ reason: 'Sample: duplicate', opened_at: ago(30 * dayMs), evidence_due_at: ago(20 * dayMs) },
      ...{ status: 'won' as const, closed_at: ago(9 * dayMs) },
    },
  ] as const;
  const rows = orders.map(({ id, total_cents: amount_cents }, index) => ({
    ...{ ...(states[index] ?? states[0]), id: `sample-dispute-${index}`, provider: 'sandbox' },
    ...{ order_id: id, amount_cents },
  }));
  if (rows.length > 0) await insertOnce(db, 'payment_dispute', rows);
  const account = await db
    .selectFrom('trading_account')
    .select(['id', 'person_id', 'state'])
    .where('order_id', '=', 'demo-order-classic-25k')
    .executeTakeFirst();
  const breach = account?.state.breach;
  if (!account || !breach) return;
  await insertOnce(db, 'account_dispute', {
    ...{ id: 'demo-dispute', number: 'D2026-000000' },
    account_id: account.id,
    person_id: account.person_id,
    breach_at: new Date(breach.at),
    inputs_sha256: 'sample',
    message: 'Sample: the platform’s chart shows another low than yours.',
    created_at: ago(dayMs),
    due_at: decisionDeadline(deps, ago(dayMs)),
    ...{ decision_reason: null, decided_by: null, decided_at: null },
  });
}

/** A failed mail job. Its mail doesn't exist, so a retry sends nothing. */
async function seedJobs({ db, jobs }: Deps): Promise<void> {
  const mailId = 'demo-refused-mail';
  const known = sql<{ id: string }>`select id::text as id from jobs.job where data ->> 'mailId' = ${mailId} limit 1`;
  if ((await known.execute(db)).rows.length > 0) return;
  const output = JSON.stringify({ message: 'Sample: 550 5.1.1 the mailbox does not exist' });
  await db.transaction().execute(async (trx) => {
    await jobs.send(trx, 'send-mail', { mailId }, { singletonKey: mailId });
    await sql`update jobs.job set state = 'failed', output = ${output}::jsonb, completed_on = now(),
      retry_count = retry_limit where data ->> 'mailId' = ${mailId}`.execute(trx);
  });
}

/** One address that never confirmed and one that unsubscribed: neither gets a newsletter. */
async function seedNewsletter({ db }: Deps, ago: Ago): Promise<void> {
  const consent = (days: number) =>
    JSON.stringify({ text: 'Sample', version: 'sample', at: ago(days * dayMs).getTime(), ip: '192.0.2.1' });
  const common = { locale: 'en', confirmed_at: null, unsubscribed_at: null } as const;
  await insertOnce(db, 'newsletter_subscription', [
    {
      ...{ ...common, id: 'demo-reader-pending', email: 'sample-pending@example.com' },
      ...{ consent: consent(3), requested_at: ago(3 * dayMs) },
    },
    {
      ...{ ...common, id: 'demo-reader-left', email: 'sample-left@example.com', locale: 'fr' },
      ...{ consent: consent(40), requested_at: ago(40 * dayMs) },
      ...{ confirmed_at: ago(40 * dayMs), unsubscribed_at: ago(9 * dayMs) },
    },
  ]);
}
