import type { Kysely } from 'kysely';
import { accountsTables } from '../baseline/accounts.ts';
import { affiliatesTables } from '../baseline/affiliates.ts';
import { auditTables } from '../baseline/audit.ts';
import { billingTables } from '../baseline/billing.ts';
import { certificatesTables } from '../baseline/certificates.ts';
import { copierTables } from '../baseline/copier.ts';
import { discountsTables } from '../baseline/discounts.ts';
import { identityTables } from '../baseline/identity.ts';
import { journalTables } from '../baseline/journal.ts';
import { ledgerTables } from '../baseline/ledger.ts';
import { marketTables } from '../baseline/market.ts';
import { messagesTables } from '../baseline/messages.ts';
import { officeTables } from '../baseline/office.ts';
import { ordersTables } from '../baseline/orders.ts';
import { payeesTables } from '../baseline/payees.ts';
import { payoutBatchesTables } from '../baseline/payout-batches.ts';
import { payoutStatisticsTables } from '../baseline/payout-statistics.ts';
import { payoutsTables } from '../baseline/payouts.ts';
import { riskTables } from '../baseline/risk.ts';
import { statusTables } from '../baseline/status.ts';
import { ticketsTables } from '../baseline/tickets.ts';
import { tradingTables } from '../baseline/trading.ts';

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
  journalTables,
  tradingTables,
  marketTables,
];

/** All tables as of the first release. Edit the baseline until then, never afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables.flat()) await statement.execute(db);
}
