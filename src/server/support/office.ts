import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import {
  accountColumns,
  accountFilters,
  byAmount,
  columnFilters,
  emailOr,
  equals,
  startsWith,
  withAccount,
} from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import { isApprover } from '#shared/core/staff-roles.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import type { supportLists } from '#shared/support/office.ts';
import { claims, isOpenClaim } from './claims.ts';

/** How soon a ticket's nearest deadline is. */
const ticketDue = sql`case
  when least(t.reply_due_at, t.resolution_due_at) is null then null
  when least(t.reply_due_at, t.resolution_due_at) <= now() then 'late'
  when least(t.reply_due_at, t.resolution_due_at) <= now() + interval '1 day' then 'today'
  else 'later' end`;

const reviewStatus = sql`case
  when r.revoked_at is not null then 'revoked'
  when r.delivered_at is null then 'making'
  else 'delivered' end`;

/** The condition of the index on the reviewers' queue. */
const queuedReview = sql`(r.delivered_at is not null and r.revoked_at is null and r.closed_at is null)`;

export const supportSources: Readonly<Record<keyof typeof supportLists, ListSource>> = {
  tickets: {
    from: sql`ticket t left join person who on who.id = t.assignee_id
      left join trading_account a on a.id = t.account_id left join orders o on o.id = t.order_id
      left join payout on payout.id = t.payout_id`,
    columns: sql`t.number as "number", t.subject as "subject", t.topic as "topic", t.name as "name",
      t.email as "email", t.person_id as "personId", t.status as "status", who.email as "assignee",
      t.first_replied_at as "firstRepliedAt", t.reply_due_at as "replyDueAt",
      t.resolution_due_at as "resolutionDueAt", t.locale as "language", a.platform_account_id as "account",
      a.id as "accountId", o.number as "order", o.id as "orderId", payout.number as "payout",
      (t.status <> 'closed' and o.status in (${sql.join(paidStatuses)}) and o.refund_requested_at is null
        and exists (select from contract_cancellation where ticket_id = t.id)) is true as "isRefundable"`,
    at: sql`t.opened_at`,
    deadline: sql`t.reply_due_at`,
    id: sql`t.id`,
    filters: {
      q: emailOr(sql`t.email`, sql`t.number`, sql`t.id`),
      ...columnFilters('t', 'status', 'topic', 'person_id', 'order_id', 'account_id'),
      due: equals(ticketDue),
      assigned: (value) => (value === 'nobody' ? sql`t.assignee_id is null` : sql`t.assignee_id is not null`),
    },
  },
  claims: {
    from: sql`${claims} c left join orders o on o.id = c.order_id left join payout on payout.id = c.payout_id
      left join trading_account a on a.id = coalesce(c.account_id, (select id from trading_account where order_id = o.id))
      left join ticket t on t.id = c.ticket_id left join person who on who.id = t.assignee_id`,
    columns: sql`c.number as "number", c.kind as "kind", c.status as "status", c.name as "name", c.email as "email",
      c.person_id as "personId", c.amount_cents as "amountCents", c.remedy as "remedy", case when ${isOpenClaim} then c.due_at end as "dueAt",
      who.email as "assignee", c.message as "message", c.decision_reason as "decisionReason",
      case when ${isOpenClaim} then null else c.decided_at end as "decidedAt", o.number as "order", o.id as "orderId",
      a.platform_account_id as "account", a.id as "accountId", payout.number as "payout", payout.id as "payoutId",
      t.number as "ticket", t.id as "ticketId"`,
    at: sql`c.at`,
    // As the lists of payouts and chargebacks.
    readable: (roles) => (isApprover(roles) ? sql`true` : sql`c.payout_id is null and c.kind <> 'chargeback'`),
    deadline: sql`c.due_at`,
    id: sql`c.id`,
    filters: {
      q: emailOr(sql`c.email`, sql`c.number`, sql`c.id`),
      isOpen: (value) => (value === 'yes' ? isOpenClaim : sql`not ${isOpenClaim}`),
      ...{ kind: equals(sql`c.kind`), status: equals(sql`c.status`), person: equals(sql`c.person_id`) },
      ...{ order: equals(sql`o.id`), account: equals(sql`a.id`) },
    },
  },
  reviews: {
    from: sql`${withAccount('performance_review', 'r')} left join orders o on o.id = r.order_id
      left join person who on who.id = r.reviewer_id`,
    columns: sql`${accountColumns}, o.number as "order", o.id as "orderId", ${reviewStatus} as "status",
      r.delivered_at as "deliveredAt", ${queuedReview} as "queued", who.email as "reviewer",
      r.reviewer_id as "reviewerId", r.claimed_at as "claimedAt", r.closed_at as "closedAt", r.comment as "comment", r.commented_at as "commentedAt",
      r.comment_version as "commentVersion", r.is_sample as "sample"`,
    at: sql`r.requested_at`,
    id: sql`r.id`,
    filters: {
      ...accountFilters,
      queued: (value) => (value === 'yes' ? queuedReview : sql`not ${queuedReview}`),
      assigned: (value) => (value === 'nobody' ? sql`r.reviewer_id is null` : sql`r.reviewer_id is not null`),
      status: equals(reviewStatus),
      commented: (value) => (value === 'yes' ? sql`r.comment <> ''` : sql`r.comment = ''`),
    },
  },
  incidents: {
    from: sql`incident i`,
    columns: sql`i.title as "title", i.component as "component", i.impact as "impact", i.status as "status",
      i.confirmed_at as "confirmedAt", i.resolved_at as "resolvedAt",
      (select count(*) from incident_account where incident_id = i.id) as "accounts",
      coalesce((select string_agg(to_char(u.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' ' || u.text,
        E'\\n' order by u.number desc) from incident_update u where u.incident_id = i.id), '') as "updates"`,
    at: sql`i.started_at`,
    id: sql`i.id`,
    filters: {
      q: (value) => startsWith(sql`i.title`, value),
      ...columnFilters('i', 'status', 'component'),
    },
  },
  features: {
    from: sql`feature_request f`,
    columns: sql`f.title as "title", f.message as "message", f.email as "email", f.status as "status",
      f.progress as "progress", f.progress_reason as "reason", f.locale as "language",
      (select count(*) from feature_vote where request_id = f.id) as "votes"`,
    at: sql`f.created_at`,
    id: sql`f.id`,
    filters: {
      q: emailOr(sql`f.email`, sql`f.id`),
      ...columnFilters('f', 'status', 'progress'),
    },
  },
  searches: {
    // One search could be one person's.
    from: (_, { clock }) => sql`(select language, text, max(day)::timestamp at time zone 'UTC' as at,
      sum(count)::int as times, coalesce(sum(count) filter (where kind = 'none'), 0)::int as missed
      from unanswered_search where day > ${new Date(clock().getTime() - 30 * dayMs).toISOString().slice(0, 10)}
      group by language, text having sum(count) > 1) s`,
    columns: sql`s.text as "searched", s.language as "language", s.times as "times",
      s.missed as "withoutAnswer", s.times - s.missed as "withoutClick"`,
    ...{ at: sql`s.at`, id: sql`md5(s.language || s.text)` },
    sorts: { times: byAmount(sql`s.times`) },
    filters: { q: (value) => startsWith(sql`s.text`, value.toLowerCase()), language: equals(sql`s.language`) },
  },
};
