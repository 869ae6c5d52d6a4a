import { dayMs, hourMs } from '#lib/durations.ts';
import { findRow, insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

const orderId = 'demo-order-merit-25k';

/** A balance difference and a conduct case, marked as samples, so that their cards have something to show. */
export async function seedSamples(deps: Deps): Promise<void> {
  const account = await findRow(deps.db, 'trading_account', { order_id: orderId }, ['id', 'state', 'opened_at']);
  if (!account) return;
  const { balanceCents, lastEventAt } = account.state;
  const comparedAt = lastEventAt === null ? deps.clock() : new Date(lastEventAt);
  const afterOpening = (ms: number) => new Date(account.opened_at.getTime() + ms);
  const { conductAnswerDays } = deps.catalog.packages.accounts;
  await insertOnce(deps.db, 'balance_difference', {
    id: 'demo-difference',
    account_id: account.id,
    at: comparedAt,
    platform_balance_cents: balanceCents - 214,
    own_balance_cents: balanceCents,
    opened_at: comparedAt,
  });
  await insertOnce(deps.db, 'conduct_case', {
    id: 'demo-conduct',
    account_id: account.id,
    cause: 'opposite-trades',
    evidence: 'Sample: bought here while another account sold the same market within a second.',
    events: '[]',
    opened_by: 'system',
    opened_at: afterOpening(hourMs),
    answer_until: afterOpening(hourMs + conductAnswerDays * dayMs),
    answer: 'Sample: both accounts are mine, and the copier was set to reverse by mistake.',
    answered_at: afterOpening(2 * hourMs),
    status: 'lifted',
    decision_reason: 'Sample: the copier’s log shows the mistake, and no profit came from it.',
    decided_by: 'system',
    decided_at: afterOpening(3 * hourMs),
  });
}
