import { sql } from 'kysely';
import * as core from '#server/core/database/migrate.ts';
import type { Db } from '#server/core/deps.ts';
import * as baseline from './migrations/0001-baseline.ts';
import * as billingIdentity from './migrations/0002-billing-identity.ts';
import * as vatNumberCheck from './migrations/0003-vat-number-check.ts';
import * as latinNames from './migrations/0004-latin-names.ts';
import * as unansweredMails from './migrations/0005-unanswered-mails.ts';
import * as claims from './migrations/0006-claims.ts';
import * as readTokens from './migrations/0007-read-tokens.ts';
import * as unansweredSearches from './migrations/0008-unanswered-searches.ts';
import * as disputeDeadlines from './migrations/0009-dispute-deadlines.ts';
import * as webhooks from './migrations/0010-webhooks.ts';
import * as payoutFirstDay from './migrations/0011-payout-first-day.ts';
import * as payoutsByRule from './migrations/0012-payouts-by-rule.ts';
import * as closure from './migrations/0013-closure.ts';
import * as keptPrices from './migrations/0014-kept-prices.ts';
import * as payoutsWithinTheHour from './migrations/0015-payouts-within-the-hour.ts';
import * as carriedOutClosures from './migrations/0016-carried-out-closures.ts';
import * as remedies from './migrations/0017-remedies.ts';
import * as remedyDays from './migrations/0018-remedy-days.ts';

/** In order. Never edit a released migration; add another. */
export const releasedMigrations: core.Migrations = {
  '0001-baseline': baseline,
  '0002-billing-identity': billingIdentity,
  '0003-vat-number-check': vatNumberCheck,
  '0004-latin-names': latinNames,
  '0005-unanswered-mails': unansweredMails,
  '0006-claims': claims,
  '0007-read-tokens': readTokens,
  '0008-unanswered-searches': unansweredSearches,
  '0009-dispute-deadlines': disputeDeadlines,
  '0010-webhooks': webhooks,
  '0011-payout-first-day': payoutFirstDay,
  '0012-payouts-by-rule': payoutsByRule,
  '0013-closure': closure,
  '0014-kept-prices': keptPrices,
  '0015-payouts-within-the-hour': payoutsWithinTheHour,
  '0016-carried-out-closures': carriedOutClosures,
  '0017-remedies': remedies,
  '0018-remedy-days': remedyDays,
};

/** As in core, with the released migrations unless others are given. */
export function migrate(db: Db, options: { migrations?: core.Migrations; upTo?: string } = {}): Promise<string[]> {
  return core.migrate(db, { migrations: releasedMigrations, ...options });
}

export function listMigrations(db: Db, migrations = releasedMigrations) {
  return core.listMigrations(db, migrations);
}

/**
 * No migration brings a database of before 1.0.0 up to its baseline.
 * @throws {MigrationError} if another baseline created the tables
 */
export async function checkBaseline(db: Db): Promise<void> {
  const { rows } = await sql<{ hash: string | null }>`
    select obj_description('kysely_migration'::regclass, 'pg_class') as hash`.execute(db);
  if (rows[0]?.hash === baseline.hashBaseline()) return;
  throw new core.MigrationError(
    'the tables have changed since this database was created: erase it with npm run db -- reset, or check out the version that created it',
  );
}
