import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { seedJournal } from '#server/accounts/journal/seed.ts';
import { seedAccounts } from '#server/accounts/seed.ts';
import { seedAffiliates } from '#server/affiliates/seed.ts';
import { seedPayments } from '#server/billing/payments/seed.ts';
import { seedCertificates } from '#server/certificates/seed.ts';
import { seedCopier } from '#server/copier/seed.ts';
import type { Deps } from '#server/core/deps.ts';
import { seedPastMails } from '#server/messages/mail/seed.ts';
import { seedPayoutBatches } from '#server/payouts/batches/seed.ts';
import { seedReviews } from '#server/payouts/payees/seed-reviews.ts';
import { seedTraderPayee } from '#server/payouts/payees/seed-trader.ts';
import { seedPayouts } from '#server/payouts/seed.ts';
import { seedPayoutStatistics } from '#server/payouts/statistics/seed.ts';
import { seedPeople } from '#server/people/seed.ts';
import { seedPerformanceReviews } from '#server/reviews/seed.ts';
import { seedSamples } from '#server/risk/seed.ts';
import { seedIncidents } from '#server/status/seed.ts';
import { seedFeatures } from '#server/support/features/seed.ts';
import { seedTickets } from '#server/support/seed.ts';
import { seedTradingOrders } from '#server/trading/seed.ts';
import { seedOfficeSamples } from './office/seed.ts';

/** Seeds the demo's people and their data. Runs at each start and keeps existing data. */
export async function seedDemo(deps: Deps): Promise<void> {
  await seedPeople(deps);
  await seedAccounts(deps, 'trader@example.com');
  await seedPayouts(deps);
  await seedPayoutBatches(deps);
  await seedPayoutStatistics(deps);
  await seedTraderPayee(deps, 'demo-trader');
  await seedSamples(deps);
  await seedAffiliates(deps);
  await seedReviews(deps);
  await seedFeatures(deps);
  await seedTickets(deps);
  await seedIncidents(deps);
  await seedOfficeSamples(deps);
  await seedCertificates(deps, 'trader@example.com');
  await seedPerformanceReviews(deps);
  await seedCopier(deps, 'trader@example.com');
  await seedJournal(deps, 'trader@example.com');
  await seedTradingOrders(deps);
  await seedPayments(deps);
  await closeTradingDay(deps);
  await seedPastMails(deps);
}
