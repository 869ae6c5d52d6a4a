import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { accountsTables } from '#server/accounts/baseline.ts';
import { feedTables } from '#server/accounts/feed/baseline.ts';
import { journalTables } from '#server/accounts/journal/baseline.ts';
import { affiliatesTables } from '#server/affiliates/baseline.ts';
import { billingTables } from '#server/billing/baseline.ts';
import { discountsTables } from '#server/catalog/baseline.ts';
import { certificatesTables } from '#server/certificates/baseline.ts';
import { copierTables } from '#server/copier/baseline.ts';
import { messagesTables } from '#server/messages/baseline.ts';
import { officeTables } from '#server/office/baseline.ts';
import { ordersTables } from '#server/orders/baseline.ts';
import { payoutsTables } from '#server/payouts/baseline.ts';
import { payoutBatchesTables } from '#server/payouts/batches/baseline.ts';
import { payeesTables } from '#server/payouts/payees/baseline.ts';
import { payoutStatisticsTables } from '#server/payouts/statistics/baseline.ts';
import { identityTables } from '#server/people/baseline.ts';
import { riskTables } from '#server/risk/baseline.ts';
import { statusTables } from '#server/status/baseline.ts';
import { ticketsTables } from '#server/support/baseline.ts';
import { tradingTables } from '#server/trading/baseline.ts';
import { marketTables } from '#server/trading/market/baseline.ts';
import { auditTables } from '../../audit/baseline.ts';
import { ledgerTables } from '../../ledger/baseline.ts';
import { appendOnlyTables } from '../baseline/append-only.ts';

const tables = [
  identityTables,
  auditTables,
  accountsTables,
  ordersTables,
  affiliatesTables,
  billingTables,
  messagesTables,
  payeesTables,
  ledgerTables,
  payoutsTables,
  payoutStatisticsTables,
  payoutBatchesTables,
  certificatesTables,
  riskTables,
  officeTables,
  discountsTables,
  ticketsTables,
  statusTables,
  copierTables,
  feedTables,
  journalTables,
  tradingTables,
  marketTables,
  appendOnlyTables,
];

/** Says whether a database was created by this baseline, which is edited until the first release. */
export function hashBaseline(db: Kysely<unknown>): string {
  const text = tables.flat().map((statement) => statement.compile(db).sql);
  return createHash('sha256').update(text.join(';')).digest('hex').slice(0, 16);
}

/** All tables as of the first release. Edit the baseline until then, never afterward. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.flat()) await statement.execute(db);
  await sql`comment on table kysely_migration is ${sql.lit(hashBaseline(db))}`.execute(db);
}
