import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from '../deps.ts';
import * as first from './migrations/0001-first.ts';
import * as accountFeed from './migrations/0002-account-feed.ts';
import * as paymentChecks from './migrations/0003-payment-checks.ts';
import * as letters from './migrations/0004-letters.ts';
import * as installationKey from './migrations/0005-installation-key.ts';
import * as accountLife from './migrations/0006-account-life.ts';
import * as billing from './migrations/0007-billing.ts';
import * as identity from './migrations/0008-identity.ts';
import * as feedInSets from './migrations/0009-feed-in-sets.ts';
import * as billingCare from './migrations/0010-billing-care.ts';
import * as accountAccess from './migrations/0011-account-access.ts';
import * as eventKey from './migrations/0012-event-key.ts';
import * as bridgeHeartbeat from './migrations/0013-bridge-heartbeat.ts';
import * as historyRevision from './migrations/0014-history-revision.ts';

/** In order, for good: what has been released is never edited, only followed by another. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-account-feed': accountFeed,
  '0003-payment-checks': paymentChecks,
  '0004-letters': letters,
  '0005-installation-key': installationKey,
  '0006-account-life': accountLife,
  '0007-billing': billing,
  '0008-identity': identity,
  '0009-feed-in-sets': feedInSets,
  '0010-billing-care': billingCare,
  '0011-account-access': accountAccess,
  '0012-event-key': eventKey,
  '0013-bridge-heartbeat': bridgeHeartbeat,
  '0014-history-revision': historyRevision,
};

function migratorFor(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
}

/** Brings the tables up to date; copies that start together wait for each other. @returns names of what was applied */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migratorFor(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Each migration's name with the moment it was applied, undefined for one that is still to come. */
export async function listMigrations(db: Db): Promise<{ name: string; executedAt: Date | undefined }[]> {
  const infos = await migratorFor(db).getMigrations();
  return infos.map(({ name, executedAt }) => ({ name, executedAt }));
}
