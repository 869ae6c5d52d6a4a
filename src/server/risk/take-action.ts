import { enqueueAccessSync, suspendAccount } from '#server/accounts/access/suspend.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { terminateAccount } from '#server/accounts/lifecycle/terminate.ts';
import { lockAccount } from '#server/accounts/lock.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { getLockedRow, insertOnce, requireRow, updateRow } from '#server/core/database/rows.ts';
import {
  type Actor,
  type AuditChange,
  conflict,
  type Deps,
  newId,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { canLiquidateOnly, liquidationMs, needsTwoPeople, type RiskActionKind } from '#shared/accounts/risk-action.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { StaffChange } from '#shared/core/staff-changes.ts';
import { nextSessionAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import type * as calls from '#shared/risk/contract.ts';
import { isRestorable, listSuspensions } from './restorable.ts';

type Action = { readonly id: string; readonly kind: RiskActionKind; readonly cause: string };

/** Sources of the suspensions made here. */
const sourceOf = (actionId: string) => `risk:${actionId}`;

/**
 * Acts on an account, or requests what a second person has to approve. A job tells the platform.
 * @throws {ServiceError} 404, or 409 if the account is over, has nothing to restore, is already stopped as far, or
 * waits for an approval
 */
export async function takeRiskAction(
  deps: Deps,
  actor: Actor,
  { accountId, kind, cause }: BodyOf<typeof calls.takeRiskAction>,
): Promise<{ actionId: string; stage: 'requested' | 'sent' }> {
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockOpenAccount(trx, accountId);
    if (kind === 'restore' && (await listRestorable(deps, trx, accountId)).length === 0) throw conflict();
    if (kind === 'liquidate_only' && !canLiquidateOnly(await listSuspensions(deps, trx, accountId))) throw conflict();
    const action = { id: newId(), kind, cause };
    const until = untilOf(kind, deps.clock().getTime());
    const needsApproval = needsTwoPeople(kind);
    const auditActor = `person:${actor.personId}`;
    const stored = await insertOnce(trx, 'risk_action', {
      id: action.id,
      account_id: accountId,
      kind,
      cause,
      until,
      requested_by: auditActor,
      requested_at: deps.clock(),
      applied_at: needsApproval ? null : deps.clock(),
    });
    if (!stored) throw conflict();
    const after = { kind, cause, until: until?.getTime() ?? null, stage: 'requested' };
    const details = { actionId: action.id, before: null, after };
    if (needsApproval) await record(deps, trx, auditActor, accountId, 'risk-requested', details);
    else await apply(deps, trx, account, action, { auditActor, until });
    return { actionId: action.id, stage: needsApproval ? 'requested' : 'sent' };
  });
}

/** @throws {ServiceError} 404, 409 once it is decided, 403 `second_person` for one's own request */
export async function decideRiskAction(
  deps: Deps,
  actor: Actor,
  { actionId, decision }: BodyOf<typeof calls.decideRiskAction>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const found = await requireRow(trx, 'risk_action', actionId, ['account_id']);
    const account = await lockOpenAccount(trx, found.account_id);
    const action = await getLockedRow(trx, 'risk_action', actionId);
    if (action.applied_at !== null || action.declined) throw conflict();
    const auditActor = `person:${actor.personId}`;
    if (action.requested_by === auditActor) throw new ServiceError(403, 'second_person');
    const isApproved = decision === 'approve';
    await updateRow(trx, 'risk_action', actionId, {
      decided_by: auditActor,
      decided_at: deps.clock(),
      declined: !isApproved,
      applied_at: isApproved ? deps.clock() : null,
    });
    if (isApproved) await apply(deps, trx, account, action, { auditActor, until: action.until });
    else
      await record(deps, trx, auditActor, account.id, 'risk-declined', {
        actionId,
        before: { stage: 'requested' },
        after: { stage: 'declined' },
        kind: action.kind,
      });
  });
}

async function lockOpenAccount(trx: Trx, accountId: string): Promise<StoredAccount> {
  const account = await lockAccount(trx, accountId);
  if (account.ended_at !== null || account.state.status === 'breached') throw conflict();
  return account;
}

type Decision = { readonly auditActor: string; readonly until: Date | null };

async function apply(deps: Deps, trx: Trx, account: StoredAccount, action: Action, { auditActor, until }: Decision) {
  const { id: accountId } = account;
  const { id, kind, cause } = action;
  const before = { suspensions: await listRestorable(deps, trx, accountId) };
  if (kind === 'terminate') await terminateAccount(deps, trx, accountId, auditActor);
  else if (kind === 'restore') {
    await trx.deleteFrom('account_suspension').where('account_id', '=', accountId).where(isRestorable).execute();
    await enqueueAccessSync(deps, trx, accountId);
  } else {
    await suspendAccount(deps, trx, {
      accountId,
      source: sourceOf(id),
      reason: kind === 'liquidate_only' ? 'liquidate-only' : 'risk',
      until,
    });
    if (until) {
      await updateRow(trx, 'trading_account', accountId, { access_due_at: until });
    }
  }
  const after = { suspensions: await listRestorable(deps, trx, accountId) };
  const auditAction = kind === 'liquidate_only' ? 'risk-liquidate-only' : (`risk-${kind}` as const);
  await record(deps, trx, auditActor, accountId, auditAction, { actionId: id, cause, before, after });
  await notifyOwner(deps, trx, account, { kind: `risk_${kind}`, key: `risk:${id}`, cause });
}

async function listRestorable(deps: Deps, trx: Trx, accountId: string): Promise<string[]> {
  const suspensions = await listSuspensions(deps, trx, accountId);
  return suspensions.filter((each) => each.isRestorable).map(({ source }) => source);
}

/** When the action ends: a lock at the next session's opening, a liquidation after the time for closing positions. */
function untilOf(kind: RiskActionKind, now: number): Date | null {
  if (kind === 'liquidate') return new Date(now + liquidationMs);
  if (kind !== 'lock') return null;
  return new Date(nextSessionAt(tradingDayOf(now)));
}

async function record(
  deps: Deps,
  trx: Trx,
  actor: string,
  accountId: string,
  action: StaffChange,
  details: AuditChange,
) {
  await writeAudit(deps, trx, actor, action, ['account', accountId], details);
}
