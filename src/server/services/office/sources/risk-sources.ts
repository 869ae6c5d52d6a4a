import { sql } from 'kysely';
import type { riskLists } from '../../../../contract/office/risk-lists.ts';
import type { ListSource } from '../read-list.ts';
import { accountFilters, equals, ofAccount, withAccount } from './parts.ts';

export const riskSources: Readonly<Record<keyof typeof riskLists, ListSource>> = {
  conduct: {
    from: withAccount('conduct_case', 'c'),
    columns: sql`${ofAccount}, c.cause as "cause", c.status as "status", c.answer_until as "answerUntilAt",
      c.answered_at as "answeredAt", c.decided_at as "decidedAt", c.evidence as "evidence", c.answer as "answer",
      c.decision_reason as "decisionReason"`,
    at: sql`c.opened_at`,
    id: sql`c.id`,
    filters: { ...accountFilters, status: equals(sql`c.status`), cause: equals(sql`c.cause`) },
  },
  differences: {
    from: withAccount('balance_difference', 'd'),
    columns: sql`${ofAccount}, d.status as "status", d.own_balance_cents as "ownBalanceCents",
      d.platform_balance_cents as "platformBalanceCents",
      d.platform_balance_cents - d.own_balance_cents as "differenceCents", d.at as "comparedAt",
      d.settled_at as "settledAt", d.reason as "settlementReason"`,
    at: sql`d.opened_at`,
    id: sql`d.id`,
    filters: { ...accountFilters, status: equals(sql`d.status`) },
  },
  parked: {
    from: withAccount('parked_event', 'e'),
    columns: sql`${ofAccount}, e.instrument as "instrument", e.month as "month", e.reason as "parkedFor"`,
    at: sql`e.parked_at`,
    id: sql`(e.account_id || ':' || e.source_id)`,
    filters: { ...accountFilters, parkedFor: equals(sql`e.reason`) },
  },
  disputes: {
    from: withAccount('account_dispute', 'd'),
    columns: sql`${ofAccount}, d.status as "status", d.breach_at as "breachAt", d.message as "message",
      d.decision_reason as "decisionReason", d.decided_at as "decidedAt"`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    filters: { ...accountFilters, status: equals(sql`d.status`) },
  },
};
