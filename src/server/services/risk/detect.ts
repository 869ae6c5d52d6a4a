import { type TradingDaySpan, tradingDayOf } from '../../../domain/calendar/trading-day.ts';
import { leastFills } from '../../../domain/detection/copied-trades.ts';
import { type Finding, marketOf, unitsOf } from '../../../domain/detection/findings.ts';
import { findOppositeSides, type Holding } from '../../../domain/detection/opposite-sides.ts';
import { findUnusualSizes, findUnusualTiming } from '../../../domain/detection/unusual.ts';
import type { Deps } from '../../deps.ts';
import { addComparedFills, findCopies } from './find-copies.ts';
import {
  type Due,
  daysSince,
  type ExaminedAccount,
  examinedDays,
  listDue,
  readExamined,
  readHistories,
} from './read-due-fills.ts';
import { storeFinding } from './store-finding.ts';

const batch = 200;
const dayMs = 86_400_000;

/**
 * Examines the accounts with new fills: each trading day that those fills belong to, never the whole history. Safe to
 * repeat and to interrupt. @returns how many accounts were examined
 */
export async function detectFindings(deps: Deps): Promise<number> {
  const now = deps.clock().getTime();
  await deps.db
    .deleteFrom('detection_fill')
    .where('day', '<', tradingDayOf(now - (examinedDays + 1) * dayMs))
    .execute();
  let examined = 0;
  for (;;) {
    const due = await listDue(deps, batch);
    if (due.length === 0) return examined;
    await examine(deps, due, now);
    await settleDue(deps, due);
    examined += due.length;
    if (due.length < batch) return examined;
  }
}

async function examine(deps: Deps, due: readonly Due[], now: number): Promise<void> {
  const days = daysSince(Math.min(...due.map(({ since }) => since)), now);
  const [first] = days;
  if (!first) return;
  const ids = new Set(due.map(({ accountId }) => accountId));
  const accounts = await readExamined(deps, due, first.startsAt);
  const histories = await readHistories(deps, [...ids], first.startsAt);
  for (const span of days) {
    const ofDay = accounts.map((account) => ({
      ...account,
      fills: account.fills.filter(({ at }) => at >= span.startsAt && at < span.endsAt),
    }));
    const examined = ofDay.filter(({ id, fills }) => ids.has(id) && fills.length > 0);
    await addComparedFills(deps, span.day, examined);
    const busy = examined.filter(({ fills }) => fills.length >= leastFills).map(({ id }) => id);
    const findings: Finding[] = [
      ...examined.flatMap(({ id, fills }) => {
        const earlier =
          accounts.find((account) => account.id === id)?.fills.filter(({ at }) => at < span.startsAt) ?? [];
        return findUnusualSizes([...(histories.get(id) ?? []), ...earlier], fills);
      }),
      ...examined.flatMap(({ fills }) => findUnusualTiming(fills) ?? []),
      ...findOpposites(accounts, span, now),
      ...(await findCopies(deps, span.day, busy)),
    ];
    for (const finding of findings) await storeFinding(deps, span.day, finding);
  }
}

/** By person: what their accounts held at the start of the day follows from what they hold now. */
function findOpposites(accounts: readonly ExaminedAccount[], span: TradingDaySpan, now: number): Finding[] {
  return [...Map.groupBy(accounts, ({ personId }) => personId).values()].flatMap((own) => {
    if (own.length < 2) return [];
    const held = own.flatMap((account) => holdingsAt(account, span.startsAt));
    const fills = own.flatMap((account) => account.fills.filter(({ at }) => at >= span.startsAt && at < span.endsAt));
    return fills.length === 0 ? [] : findOppositeSides(fills, held, Math.min(now, span.endsAt));
  });
}

function holdingsAt({ id: accountId, positions, fills }: ExaminedAccount, startsAt: number): Holding[] {
  const now = positions.map((position) => ({ market: marketOf(position), units: unitsOf(position) }));
  const since = fills
    .filter(({ at }) => at >= startsAt)
    .map((fill) => ({ market: marketOf(fill), units: (fill.side === 'buy' ? -1 : 1) * unitsOf(fill) }));
  return [...now, ...since].map((part) => ({ accountId, ...part }));
}

/** Accounts that traded meanwhile stay due. */
async function settleDue({ db }: Deps, due: readonly Due[]): Promise<void> {
  for (const { accountId, revision } of due) {
    await db.deleteFrom('detection_due').where('account_id', '=', accountId).where('revision', '=', revision).execute();
  }
}
