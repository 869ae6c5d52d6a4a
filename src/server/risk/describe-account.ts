import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { rulesOf } from '#server/accounts/rules-of.ts';
import { findEquity } from '#server/accounts/summary/read-equity.ts';
import { listRows } from '#server/core/database/rows.ts';
import { type Actor, type Deps, notFound } from '#server/core/deps.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules, Position } from '#shared/accounts/model.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { riskAccount, riskAction } from '#shared/risk/contract.ts';
import { openResultCents } from '#shared/trading/index.ts';
import { listDocumentRequests } from './document-requests/list-for-staff.ts';
import { readRiskRows } from './read-rows.ts';
import { listSuspensions } from './restorable.ts';

const maxRows = 20;

type RiskAction = z.output<typeof riskAction>;

/** One account with the actions risk staff took on it. @throws {ServiceError} 404 if it no longer trades */
export async function describeRiskAccount(
  deps: Deps,
  actor: Actor,
  accountId: string,
): Promise<DataOf<typeof riskAccount>> {
  const [row] = await readRiskRows(deps, [accountId]);
  if (!row) throw notFound();
  const account = await deps.db
    .selectFrom('trading_account')
    .innerJoin('person', 'person.id', 'trading_account.person_id')
    .select([
      'person.id as personId',
      'person.email',
      'program',
      'size',
      'rules_version',
      'phase',
      'state',
      'simulated',
    ])
    .where('trading_account.id', '=', accountId)
    .executeTakeFirstOrThrow();
  const [equity, suspensions, stops, actions, payouts, documentRequests, notes] = await Promise.all([
    findEquity(deps.db, accountId),
    listSuspensions(deps, deps.db, accountId),
    listStops(deps, accountId),
    listRiskActions(deps, accountId, `person:${actor.personId}`),
    listPayouts(deps, accountId),
    listDocumentRequests(deps, accountId),
    deps.db
      .selectFrom('account_note')
      .innerJoin('person', 'person.id', 'account_note.author')
      .select(['account_note.id', 'person.email as author', 'text', 'written_at'])
      .where('account_id', '=', accountId)
      .orderBy('written_at', 'desc')
      .orderBy('account_note.id')
      .limit(maxRows)
      .execute(),
  ]);
  return {
    row,
    personId: account.personId,
    email: account.email,
    equity: equity ?? { points: [], payouts: [] },
    rules: describeRules(rulesOf(deps.catalog, account)),
    balanceCents: account.state.balanceCents,
    openCents: account.state.equityCents - account.state.balanceCents,
    tradingDays: account.state.days.filter(({ fills }) => fills > 0).length,
    positions: account.state.positions.map((position) => describePosition(position, stops)),
    hasStops: account.simulated,
    suspensions: suspensions.map(({ reason, until }) => ({ reason, until })),
    isRestorable: suspensions.some((suspension) => suspension.isRestorable),
    actions,
    payouts,
    documentRequests,
    notes: notes.map(({ written_at: writtenAt, ...note }) => ({ ...note, writtenAt: writtenAt.getTime() })),
  };
}

type Stop = { readonly instrument: string; readonly month: string; readonly side: string; readonly ticks: number };

function describePosition(position: Position, stops: readonly Stop[]) {
  const { instrument, month, quantity, costTicks, lastPriceTicks } = position;
  const ticks = stops
    .filter((stop) => stop.instrument === instrument && stop.month === month)
    .filter((stop) => stop.side === (quantity > 0 ? 'sell' : 'buy'))
    .map((stop) => stop.ticks);
  return {
    ...{ instrument, month, quantity },
    entryTicks: costTicks / quantity,
    openCents: openResultCents(position, lastPriceTicks),
    stopTicks: ticks.length === 0 ? null : quantity > 0 ? Math.max(...ticks) : Math.min(...ticks),
  };
}

async function listStops({ db }: Deps, accountId: string): Promise<readonly Stop[]> {
  const rows = await listRows(db, 'trading_order', { account_id: accountId, status: 'working', type: 'stop' }, [
    'instrument',
    'month',
    'side',
    'price_ticks',
  ]);
  return rows.map(({ price_ticks: ticks, ...stop }) => ({ ...stop, ticks: Number(ticks) }));
}

function describeRules(rules: AccountRules): DataOf<typeof riskAccount>['rules'] {
  const { startingBalanceCents, maxContracts, targetCents } = rules;
  return {
    ...{ startingBalanceCents, maxContracts, targetCents },
    drawdownMode: rules.drawdown.mode,
    maxLossCents: findMaxLoss(rules),
    dailyLossMode: rules.dailyLoss.mode,
    dailyLimitCents: findDailyLimit(rules),
  };
}

async function listPayouts({ db }: Deps, accountId: string): Promise<DataOf<typeof riskAccount>['payouts']> {
  const rows = await db
    .selectFrom('payout')
    .select(['number', 'status', 'amount_cents as amountCents', 'requested_at'])
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .orderBy('number', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ requested_at: requestedAt, ...payout }) => ({ ...payout, requestedAt: requestedAt.getTime() }));
}

/** The actions of risk staff, newest first, with the progress of each. */
async function listRiskActions({ db }: Deps, accountId: string, reader: string): Promise<RiskAction[]> {
  const rows = await db
    .selectFrom('risk_action')
    .leftJoin('person as requester', (join) =>
      join.on(sql<boolean>`requester.id = substring(risk_action.requested_by from '^person:(.+)')`),
    )
    .leftJoin('person as decider', (join) =>
      join.on(sql<boolean>`decider.id = substring(risk_action.decided_by from '^person:(.+)')`),
    )
    .selectAll('risk_action')
    .select(['requester.email as requester', 'decider.email as decider'])
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .orderBy('risk_action.id')
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    until: row.until?.getTime() ?? null,
    stage: stageOf(row),
    requestedBy: row.requester ?? row.requested_by,
    requestedAt: row.requested_at.getTime(),
    decidedBy: row.decider ?? row.decided_by,
    acknowledgedAt: row.acknowledged_at?.getTime() ?? null,
    mine: row.requested_by === reader,
  }));
}

type Progress = { readonly declined: boolean; readonly applied_at: Date | null; readonly acknowledged_at: Date | null };

function stageOf({ declined, applied_at: appliedAt, acknowledged_at: acknowledgedAt }: Progress): RiskAction['stage'] {
  if (declined) return 'declined';
  if (acknowledgedAt !== null) return 'acknowledged';
  return appliedAt === null ? 'requested' : 'sent';
}
