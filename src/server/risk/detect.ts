import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import { rulesOf } from '#server/accounts/rules-of.ts';
import { isOfSimulatedTrader } from '#server/accounts/simulator/simulate.ts';
import { below, deleteRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { type TradingDaySpan, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { minCopiedFills } from '#shared/risk/copied-trades.ts';
import { type Finding, getFullSizeInstrument, unitsOf } from '#shared/risk/findings.ts';
import { minMirroredFills } from '#shared/risk/mirrored-trades.ts';
import { findOppositeSides, type Holding } from '#shared/risk/opposite-sides.ts';
import { findSpreads } from '#shared/risk/spreads.ts';
import { findUnusualSizes, findUnusualTiming } from '#shared/risk/unusual.ts';
import { addComparedFills, findCopies } from './find-copies.ts';
import { detectMirrors, forgetMirrors } from './find-mirrors.ts';
import { groupLinked, listLinks } from './linked-people.ts';
import {
  type DueAccount,
  daysSince,
  type ExaminedAccount,
  examinedDays,
  listDue,
  readExamined,
  readHistories,
  readOwners,
} from './read-due-fills.ts';
import { storeFinding } from './store-finding.ts';

/** As many as are compared within moments. */
const batchSize = 50;

/**
 * Examines the accounts with new fills: only the trading days of those fills, never the whole history. Can be repeated
 * and interrupted safely.
 * @returns how many accounts were examined
 */
export async function detectFindings(deps: Deps): Promise<number> {
  const now = deps.clock().getTime();
  await forgetMirrors(deps, tradingDayOf(now));
  await deleteRows(deps.db, 'detection_fill', { day: below(tradingDayOf(now - (examinedDays + 1) * dayMs)) });
  let examined = 0;
  for (;;) {
    const due = await listDue(deps, batchSize);
    if (due.length === 0) return examined;
    await examine(deps, due, now);
    await clearDue(deps, due);
    examined += due.length;
    if (due.length < batchSize) return examined;
  }
}

async function examine(deps: Deps, due: readonly DueAccount[], now: number): Promise<void> {
  const days = daysSince(Math.min(...due.map(({ since }) => since)), now);
  const [first] = days;
  if (!first) return;
  const ids = new Set(due.map(({ accountId }) => accountId));
  const owners = await readOwners(deps, due);
  const links = await listLinks(deps, owners);
  const people = new Set([...owners, ...links.flatMap(({ left, right }) => [left, right])]);
  const groupOf = groupLinked(links);
  const accounts = await readExamined(deps, [...people], first.startsAt);
  const histories = await readHistories(deps, [...ids], first.startsAt);
  for (const span of days) {
    const dayAccounts = accounts.map((account) => ({
      ...account,
      fills: account.fills.filter(({ at }) => at >= span.startsAt && at < span.endsAt),
    }));
    const examined = dayAccounts.filter(({ id, fills }) => ids.has(id) && fills.length > 0);
    await addComparedFills(deps, span.day, examined);
    const activeIds = examined.filter(({ fills }) => fills.length >= minCopiedFills).map(({ id }) => id);
    const findings: Finding[] = [
      ...examined.flatMap(({ id, fills }) => {
        const earlier =
          accounts.find((account) => account.id === id)?.fills.filter(({ at }) => at < span.startsAt) ?? [];
        return findUnusualSizes([...(histories.get(id) ?? []), ...earlier], fills);
      }),
      ...examined.flatMap(({ fills }) => findUnusualTiming(fills) ?? []),
      ...(await findOpposites(accounts, groupOf, span, now)),
      ...examined.flatMap((account) => findRefusedSpreads(deps, account, accounts, span, now)),
      ...(await findCopies(deps, span.day, activeIds)),
    ];
    for (const finding of findings) await storeFinding(deps, span.day, finding);
    const mirroringIds = examined.filter(({ fills }) => fills.length >= minMirroredFills).map(({ id }) => id);
    await detectMirrors(deps, span.day, mirroringIds);
  }
}

/**
 * Compares the accounts of each person and of those linked with them. Their holdings at the start of the day follow from
 * their current ones.
 */
async function findOpposites(
  accounts: readonly ExaminedAccount[],
  groupOf: (personId: string) => string,
  span: TradingDaySpan,
  now: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  // What our own simulated traders do is nobody's conduct.
  const traded = accounts.filter(({ fills }) => !fills.some(isOfSimulatedTrader));
  for (const together of Map.groupBy(traded, ({ personId }) => groupOf(personId)).values()) {
    if (together.length < 2) continue;
    const holdings = together.flatMap((account) => holdingsAt(account, span.startsAt));
    const fills = together.flatMap((account) =>
      account.fills.filter(({ at }) => at >= span.startsAt && at < span.endsAt),
    );
    if (fills.length > 0) findings.push(...findOppositeSides(fills, holdings, Math.min(now, span.endsAt)));
    // Fills that arrive meanwhile mustn't wait for everybody's.
    await nextTurn();
  }
  return findings;
}

/** Where our own terminal would have refused the order: a platform may accept what the rules don't. */
function findRefusedSpreads(
  deps: Deps,
  account: ExaminedAccount,
  accounts: readonly ExaminedAccount[],
  span: TradingDaySpan,
  now: number,
): Finding[] {
  if (rulesOf(deps.catalog, account).spreads !== 'refused') return [];
  const since = accounts.find(({ id }) => id === account.id)?.fills.filter(({ at }) => at >= span.startsAt) ?? [];
  const undone = since.map((fill) => ({ ...fill, quantity: fill.side === 'buy' ? -fill.quantity : fill.quantity }));
  return findSpreads(account.fills, [...account.positions, ...undone], Math.min(now, span.endsAt));
}

function holdingsAt({ id: accountId, positions, fills }: ExaminedAccount, startsAt: number): Holding[] {
  const current = positions.map((position) => ({ market: getFullSizeInstrument(position), units: unitsOf(position) }));
  const since = fills
    .filter(({ at }) => at >= startsAt)
    .map((fill) => ({ market: getFullSizeInstrument(fill), units: (fill.side === 'buy' ? -1 : 1) * unitsOf(fill) }));
  return [...current, ...since].map((part) => ({ accountId, ...part }));
}

/** Accounts that have traded in the meantime stay due. */
async function clearDue({ db }: Deps, due: readonly DueAccount[]): Promise<void> {
  await sql`
    delete from detection_queue using unnest(
      ${due.map(({ accountId }) => accountId)}::text[],
      ${due.map(({ revision }) => revision)}::bigint[]
    ) as examined (account_id, revision)
    where detection_queue.account_id = examined.account_id and detection_queue.revision = examined.revision
  `.execute(db);
}
