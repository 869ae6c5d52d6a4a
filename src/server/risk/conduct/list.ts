import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { accountDetails } from '#shared/accounts/contract-details.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { ConductEvent } from '../tables.ts';

type ConductCase = DataOf<typeof accountDetails>['conduct'][number];

const maxCases = 10;

/** An account's conduct cases as its trader sees them, newest first. */
export async function listConductCases(deps: Deps, accountId: string): Promise<ConductCase[]> {
  const rows = await listRows(deps.db, 'conduct_case', { account_id: accountId }, undefined, {
    orderBy: ['opened_at desc', 'id'],
    limit: maxCases,
  });
  return rows.map(({ status, decision_reason: reason, decided_at: decidedAt, ...row }) => {
    const opened = {
      id: row.id,
      cause: row.cause,
      evidence: row.evidence,
      events: row.events.map(describeEvent),
      openedAt: row.opened_at.getTime(),
      answerUntil: row.answer_until.getTime(),
      answer:
        row.answer === null || row.answered_at === null
          ? null
          : { text: row.answer, answeredAt: row.answered_at.getTime() },
    };
    if (status === 'open' || reason === null || decidedAt === null) return { status: 'open', ...opened };
    return { status, ...opened, reason, decidedAt: decidedAt.getTime() };
  });
}

function describeEvent({ sourceId, event }: ConductEvent): ConductCase['events'][number] {
  const { at, type } = event;
  if (event.type !== 'fill') return { at, sourceId, type, fill: null };
  const { instrument, month, side, quantity } = event;
  return { at, sourceId, type, fill: { instrument, month, side, quantity } };
}
