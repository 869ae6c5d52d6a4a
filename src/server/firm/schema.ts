import { feedTables } from '#server/accounts/feed/tables.ts';
import { journalTables } from '#server/accounts/journal/tables.ts';
import { simulatorTables } from '#server/accounts/simulator/tables.ts';
import { accountsTables } from '#server/accounts/tables.ts';
import { affiliatesTables } from '#server/affiliates/tables.ts';
import { paymentsTables } from '#server/billing/payments/tables.ts';
import { sandboxTables } from '#server/billing/ports/payments/sandbox/tables.ts';
import { providerPayoutsTables } from '#server/billing/provider-payouts/tables.ts';
import { billingTables } from '#server/billing/tables.ts';
import { catalogTables } from '#server/catalog/tables.ts';
import { certificatesTables } from '#server/certificates/tables.ts';
import { copierTables } from '#server/copier/tables.ts';
import { auditTables } from '#server/core/audit/tables.ts';
import type { TablesOf } from '#server/core/database/table.ts';
import { ledgerTables } from '#server/core/ledger/tables.ts';
import { coreTables } from '#server/core/tables.ts';
import { messagesTables } from '#server/messages/tables.ts';
import { monitoringTables } from '#server/monitoring/tables.ts';
import { ordersTables } from '#server/orders/tables.ts';
import { batchesTables } from '#server/payouts/batches/tables.ts';
import { payeesTables } from '#server/payouts/payees/tables.ts';
import { statisticsTables } from '#server/payouts/statistics/tables.ts';
import { payoutsTables } from '#server/payouts/tables.ts';
import { staffTables } from '#server/people/staff/tables.ts';
import { peopleTables } from '#server/people/tables.ts';
import { reviewsTables } from '#server/reviews/tables.ts';
import { riskTables } from '#server/risk/tables.ts';
import { statusTables } from '#server/status/tables.ts';
import { supportTables } from '#server/support/tables.ts';
import { marketTables } from '#server/trading/market/tables.ts';
import { tradingTables } from '#server/trading/tables.ts';
import { closureTables } from './closure/tables.ts';
import { officeTables } from './office/tables.ts';

/** Every table, as its area describes it. These, and those of each area, stand in dependency order. */
export const tables = {
  ...coreTables,
  ...peopleTables,
  ...staffTables,
  ...auditTables,
  ...accountsTables,
  ...simulatorTables,
  ...sandboxTables,
  ...ordersTables,
  ...affiliatesTables,
  ...billingTables,
  ...paymentsTables,
  ...providerPayoutsTables,
  ...reviewsTables,
  ...messagesTables,
  ...payeesTables,
  ...ledgerTables,
  ...payoutsTables,
  ...statisticsTables,
  ...batchesTables,
  ...certificatesTables,
  ...riskTables,
  ...officeTables,
  ...monitoringTables,
  ...catalogTables,
  ...supportTables,
  ...statusTables,
  ...copierTables,
  ...feedTables,
  ...journalTables,
  ...tradingTables,
  ...marketTables,
  ...closureTables,
};

declare module '#server/core/database/database.ts' {
  interface Database extends TablesOf<typeof tables> {}
}
