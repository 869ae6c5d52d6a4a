import { isNull, listRows, updateRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { decryptDetails, fingerprintDestination } from '#server/payouts/payees/destination-details.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { listLinks } from './linked-people.ts';
import { storeFinding } from './store-finding.ts';

/** Finds people who share a bank account, a browser or a card, once per pair and detail, under their newest accounts. */
export async function detectSharedDetails(deps: Deps): Promise<void> {
  await addFingerprints(deps);
  const links = await listLinks(deps, null);
  const newest = await readNewestAccounts(deps, [...new Set(links.flatMap(({ left, right }) => [left, right]))]);
  const known = await readKnown(deps);
  const day = tradingDayOf(deps.clock().getTime());
  for (const { left, right, detail } of links) {
    const accountId = newest.get(left);
    const otherAccountId = newest.get(right);
    if (accountId === undefined || otherAccountId === undefined || known.has(`${left} ${right} ${detail}`)) continue;
    await storeFinding(deps, day, { kind: 'shared-details', accountId, otherAccountId, detail, evidence: [] });
  }
}

/** New destinations have one; those from before a rotation of the keys get another. */
async function addFingerprints(deps: Deps): Promise<void> {
  const rows = await listRows(deps.db, 'payout_destination', { fingerprint: isNull }, ['id', 'details']);
  for (const row of rows) {
    const fingerprint = fingerprintDestination(deps, decryptDetails(deps, row));
    await updateRow(deps.db, 'payout_destination', row.id, { fingerprint });
  }
}

async function readNewestAccounts({ db }: Deps, people: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .selectFrom('trading_account')
    .distinctOn('person_id')
    .select(['person_id', 'id'])
    .where('person_id', 'in', people)
    .orderBy('person_id')
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ person_id: personId, id }) => [personId, id]));
}

/** What was found before, whatever staff decided. */
async function readKnown({ db }: Deps): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('finding')
    .innerJoin('trading_account as one', 'one.id', 'finding.account_id')
    .innerJoin('trading_account as other', 'other.id', 'finding.other_account_id')
    .select(['one.person_id as left', 'other.person_id as right', 'finding.facts'])
    .where('finding.kind', '=', 'shared-details')
    .execute();
  return new Set(rows.map(({ left, right, facts }) => `${[left, right].sort().join(' ')} ${facts['detail']}`));
}
