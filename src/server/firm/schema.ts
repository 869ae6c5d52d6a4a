import type { FeedTables } from '#server/accounts/feed/tables.ts';
import type { JournalTables } from '#server/accounts/journal/tables.ts';
import type { SimulatorTables } from '#server/accounts/simulator/tables.ts';
import type { AccountsTables } from '#server/accounts/tables.ts';
import type { AffiliatesTables } from '#server/affiliates/tables.ts';
import type { PaymentsTables } from '#server/billing/payments/tables.ts';
import type { SandboxTables } from '#server/billing/ports/payments/sandbox/tables.ts';
import type { ProviderPayoutsTables } from '#server/billing/provider-payouts/tables.ts';
import type { BillingTables } from '#server/billing/tables.ts';
import type { CatalogTables } from '#server/catalog/tables.ts';
import type { CertificatesTables } from '#server/certificates/tables.ts';
import type { CopierTables } from '#server/copier/tables.ts';
import type { MessagesTables } from '#server/messages/tables.ts';
import type { OrdersTables } from '#server/orders/tables.ts';
import type { BatchesTables } from '#server/payouts/batches/tables.ts';
import type { PayeesTables } from '#server/payouts/payees/tables.ts';
import type { StatisticsTables } from '#server/payouts/statistics/tables.ts';
import type { PayoutsTables } from '#server/payouts/tables.ts';
import type { StaffTables } from '#server/people/staff/tables.ts';
import type { PeopleTables } from '#server/people/tables.ts';
import type { ReviewsTables } from '#server/reviews/tables.ts';
import type { RiskTables } from '#server/risk/tables.ts';
import type { StatusTables } from '#server/status/tables.ts';
import type { SupportTables } from '#server/support/tables.ts';
import type { MarketTables } from '#server/trading/market/tables.ts';
import type { TradingTables } from '#server/trading/tables.ts';
import type { OfficeTables } from './office/tables.ts';

declare module '#server/core/database/database.ts' {
  interface Database
    extends AccountsTables,
      AffiliatesTables,
      BatchesTables,
      BillingTables,
      CatalogTables,
      CertificatesTables,
      CopierTables,
      FeedTables,
      JournalTables,
      MarketTables,
      MessagesTables,
      OfficeTables,
      OrdersTables,
      PayeesTables,
      PaymentsTables,
      PayoutsTables,
      PeopleTables,
      SandboxTables,
      ProviderPayoutsTables,
      ReviewsTables,
      RiskTables,
      SimulatorTables,
      StaffTables,
      StatisticsTables,
      StatusTables,
      SupportTables,
      TradingTables {}
}
