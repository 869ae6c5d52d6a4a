import type { Deps } from '../deps.ts';
import { closeTradingDay } from '../services/feed/close-day.ts';
import { seedAccounts } from './accounts.ts';
import { seedAffiliates } from './affiliates.ts';
import { seedCertificates } from './certificates.ts';
import { seedCopier } from './copier.ts';
import { seedFeatures } from './features.ts';
import { seedIncidents } from './incidents.ts';
import { seedJournal } from './journal.ts';
import { seedOfficeSamples } from './office-samples.ts';
import { seedPayments } from './payments.ts';
import { seedPayoutBatches } from './payout-batches.ts';
import { seedPayoutStatistics } from './payout-statistics.ts';
import { seedPayouts } from './payouts.ts';
import { seedPeople } from './people.ts';
import { seedPerformanceReviews } from './performance-reviews.ts';
import { seedReviews } from './reviews.ts';
import { seedSamples } from './samples.ts';
import { seedTickets } from './tickets.ts';
import { seedTraderPayee } from './trader-payee.ts';
import { seedTradingOrders } from './trading-orders.ts';

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
}
