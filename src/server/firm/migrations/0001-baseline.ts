import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { accountsTables } from '#server/accounts/baseline.ts';
import { feedTables } from '#server/accounts/feed/baseline.ts';
import { journalTables } from '#server/accounts/journal/baseline.ts';
import { simulatorTables } from '#server/accounts/simulator/baseline.ts';
import { affiliatesTables } from '#server/affiliates/baseline.ts';
import { billingTables } from '#server/billing/baseline.ts';
import { paymentsTables } from '#server/billing/payments/baseline.ts';
import { sandboxTables } from '#server/billing/ports/payments/sandbox/baseline.ts';
import { providerPayoutsTables } from '#server/billing/provider-payouts/baseline.ts';
import { catalogTables } from '#server/catalog/baseline.ts';
import { certificatesTables } from '#server/certificates/baseline.ts';
import { copierTables } from '#server/copier/baseline.ts';
import { auditTables } from '#server/core/audit/baseline.ts';
import { coreTables } from '#server/core/baseline.ts';
import { appendOnlyTables } from '#server/core/database/baseline/append-only.ts';
import { ledgerTables } from '#server/core/ledger/baseline.ts';
import { messagesTables } from '#server/messages/baseline.ts';
import { ordersTables } from '#server/orders/baseline.ts';
import { payoutsTables } from '#server/payouts/baseline.ts';
import { batchesTables } from '#server/payouts/batches/baseline.ts';
import { payeesTables } from '#server/payouts/payees/baseline.ts';
import { statisticsTables } from '#server/payouts/statistics/baseline.ts';
import { peopleTables } from '#server/people/baseline.ts';
import { staffTables } from '#server/people/staff/baseline.ts';
import { reviewsTables } from '#server/reviews/baseline.ts';
import { riskTables } from '#server/risk/baseline.ts';
import { statusTables } from '#server/status/baseline.ts';
import { supportTables } from '#server/support/baseline.ts';
import { tradingTables } from '#server/trading/baseline.ts';
import { marketTables } from '#server/trading/market/baseline.ts';
import { officeTables } from '../office/baseline.ts';

const tables = [
  coreTables,
  peopleTables,
  staffTables,
  auditTables,
  accountsTables,
  simulatorTables,
  sandboxTables,
  ordersTables,
  affiliatesTables,
  billingTables,
  paymentsTables,
  providerPayoutsTables,
  reviewsTables,
  messagesTables,
  payeesTables,
  ledgerTables,
  payoutsTables,
  statisticsTables,
  batchesTables,
  certificatesTables,
  riskTables,
  officeTables,
  catalogTables,
  supportTables,
  statusTables,
  copierTables,
  feedTables,
  journalTables,
  tradingTables,
  marketTables,
  appendOnlyTables,
];

/** Says whether a database was created by this baseline; those of before 1.0.0 were created by others. */
export function hashBaseline(db: Kysely<unknown>): string {
  const text = tables.flat().map((statement) => statement.compile(db).sql);
  return createHash('sha256').update(text.join(';')).digest('hex').slice(0, 16);
}

/** All tables as of 1.0.0. Never edit one: a check compares them with what was released; write a migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.flat()) await statement.execute(db);
  await sql`comment on table kysely_migration is ${sql.lit(hashBaseline(db))}`.execute(db);
}
