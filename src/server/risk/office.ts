import { sql } from 'kysely';
import { describeAmendment, describeFill } from '#server/accounts/feed/describe-fill.ts';
import { silentAfterMs } from '#server/accounts/feed/heartbeat.ts';
import type { Deps } from '#server/core/deps.ts';
import {
  accountColumns,
  accountFilters,
  columnFilters,
  emailOf,
  equals,
  startsWithInAny,
  textInLocale,
  withAccount,
} from '#server/office/lists/parts.ts';
import type { ListSource, StoredRow } from '#server/office/lists/read-list.ts';
import type { Amendment } from '#shared/accounts/amend-fill.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import type { ListFilter, ListRow } from '#shared/office/define-list.ts';
import type { riskLists } from '#shared/risk/office.ts';

const haltStatus = sql`case
  when h.declined then 'declined'
  when h.ended_at is not null then 'lifted'
  when h.started_at is null then 'requested'
  when h.lift_requested_at is not null then 'lift-requested'
  else 'running' end`;

const announcementStatus = sql`case
  when n.ended_at is not null then 'ended'
  when n.ends_at <= now() then 'expired'
  when n.starts_at > now() then 'planned'
  else 'running' end`;

const requestStatus = sql`case
  when r.closed_at is not null then 'closed'
  when r.received_at is not null then 'received'
  else 'sent' end`;

const fillChange = sql`case when f.amendment -> 'fill' = 'null'::jsonb then 'fill-bust'
  else f.amendment ->> 'type' end`;

function describeCorrection(_: Deps, row: StoredRow): ListRow {
  const [original, amendment] = [row['first'] as unknown as Fill | null, row['said'] as unknown as Amendment];
  return { ...row, first: original && describeFill(original), said: describeAmendment(amendment, original) };
}

/** The delay is that of the row's account, so it is negative for the one that was copied. */
const factsOfRow = sql`case when f.kind = 'copied-trades' and a.id = f.other_account_id
  then f.facts || jsonb_build_object('medianDelayMs', -(f.facts ->> 'medianDelayMs')::numeric) else f.facts end`;

/** In the list of an account, the row's account is that one, whichever side of the finding it was stored on. */
function fromFindings({ account }: ListFilter) {
  const [own, other] =
    account === undefined
      ? [sql`f.account_id`, sql`f.other_account_id`]
      : [
          sql`case when f.other_account_id = ${account} then f.other_account_id else f.account_id end`,
          sql`case when f.other_account_id = ${account} then f.account_id else f.other_account_id end`,
        ];
  return sql`finding f
    left join trading_account a on a.id = ${own} left join person p on p.id = a.person_id
    left join trading_account other on other.id = ${other}`;
}

export const riskSources: Readonly<Record<keyof typeof riskLists, ListSource>> = {
  findings: {
    from: fromFindings,
    columns: sql`${accountColumns}, f.kind as "kind", f.status as "status", f.day as "day",
      other.platform_account_id as "otherAccount", other.id as "otherAccountId", (${factsOfRow})::text as "facts",
      f.evidence::text as "fills", f.decided_at as "decidedAt", f.decision_reason as "decisionReason",
      f.case_id as "caseId"`,
    at: sql`f.found_at`,
    id: sql`f.id`,
    filters: {
      q: accountFilters.q,
      account: (id) => sql`(f.account_id = ${id} or f.other_account_id = ${id})`,
      person: (id) => sql`(a.person_id = ${id} or other.person_id = ${id})`,
      ...columnFilters('f', 'status', 'kind'),
    },
  },
  conduct: {
    from: withAccount('conduct_case', 'c'),
    columns: sql`${accountColumns}, c.cause as "cause", c.status as "status", c.answer_until as "answerUntilAt",
      c.answered_at as "answeredAt", c.decided_at as "decidedAt", c.evidence as "evidence", c.answer as "answer",
      c.decision_reason as "decisionReason"`,
    at: sql`c.opened_at`,
    id: sql`c.id`,
    filters: { ...accountFilters, status: equals(sql`c.status`), cause: equals(sql`c.cause`) },
  },
  requests: {
    from: withAccount('document_request', 'r'),
    columns: sql`${accountColumns}, ${requestStatus} as "status", r.text as "needed",
      (select count(*) from requested_document where request_id = r.id) as "documents",
      ${emailOf('r.requested_by')} as "requestedBy", r.received_at as "receivedAt", r.closed_at as "closedAt"`,
    at: sql`r.requested_at`,
    id: sql`r.id`,
    filters: { ...accountFilters, status: equals(requestStatus) },
  },
  differences: {
    from: withAccount('balance_difference', 'd'),
    columns: sql`${accountColumns}, d.status as "status", d.own_balance_cents as "ownBalanceCents",
      d.platform_balance_cents as "platformBalanceCents",
      d.platform_balance_cents - d.own_balance_cents as "differenceCents", d.at as "comparedAt",
      d.platform_positions::text as "platformPositions", d.own_positions::text as "ownPositions",
      d.settled_at as "settledAt", d.reason as "settlementReason"`,
    at: sql`d.opened_at`,
    id: sql`d.id`,
    filters: { ...accountFilters, status: equals(sql`d.status`) },
  },
  parked: {
    from: sql`(
      select account_id, account_id || ':' || source_id as id, parked_at as at, reason, instrument, month,
        null::text as file, null::integer as line, null::text as value from parked_event where dismissed_at is null
      union all
      select account_id, account_id || ':' || file || ':' || line, reported_at, 'row-' || reason, null, null, file, line, value
        from unread_row where dismissed_at is null
    ) e left join trading_account a on a.id = e.account_id left join person p on p.id = a.person_id`,
    columns: sql`${accountColumns}, e.instrument as "instrument", e.month as "month", e.reason as "parkedFor",
      e.file as "statement", e.line as "line", e.value as "cell"`,
    at: sql`e.at`,
    id: sql`e.id`,
    filters: { ...accountFilters, parkedFor: equals(sql`e.reason`) },
  },
  corrections: {
    from: withAccount('fill_amendment', 'f'),
    columns: sql`${accountColumns}, ${fillChange} as "change", f.fill_source_id as "fill",
      f.original as "first", f.amendment as "said", a.state ->> 'status' as "verdict",
      (select count(*) from account_event e where e.account_id = f.account_id and e.type = 'adjustment'
        and e.event ->> 'cause' = 'payout'
        and e.at >= to_timestamp((f.original ->> 'at')::bigint / 1000.0)) as "payoutsSince"`,
    at: sql`f.received_at`,
    id: sql`(f.account_id || ':' || f.source_id)`,
    filters: { ...accountFilters, change: equals(fillChange) },
    complete: describeCorrection,
  },
  tasks: {
    from: withAccount('platform_task', 't'),
    columns: sql`${accountColumns}, t.platform as "platform", t.kind as "task", t.text as "toDo",
      coalesce(t.command, 'node file-bridge.mjs confirm ' || t.id) as "command"`,
    at: sql`t.requested_at`,
    id: sql`(t.platform || ':' || t.id)`,
    filters: { ...accountFilters, task: equals(sql`t.kind`), platform: equals(sql`t.platform`) },
  },
  disputes: {
    from: withAccount('account_dispute', 'd'),
    columns: sql`${accountColumns}, d.status as "status", case when d.status = 'open' then d.due_at end as "dueAt", d.breach_at as "breachAt", d.message as "message",
      d.decision_reason as "decisionReason", d.decided_at as "decidedAt"`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    filters: { ...accountFilters, status: equals(sql`d.status`) },
  },
  halts: {
    from: sql`trading_halt h`,
    columns: sql`h.scope as "scope", h.value as "target", ${haltStatus} as "status", h.text as "message",
      ${emailOf('h.requested_by')} as "requestedBy", ${emailOf('h.decided_by')} as "decidedBy",
      h.started_at as "startedAt", ${emailOf('h.lift_requested_by')} as "liftRequestedBy",
      ${emailOf('h.lifted_by')} as "liftedBy", h.ended_at as "endedAt"`,
    at: sql`h.requested_at`,
    id: sql`h.id`,
    filters: { q: equals(sql`h.value`), status: equals(haltStatus), scope: equals(sql`h.scope`) },
    complete: textInLocale('message'),
  },
  announcements: {
    from: sql`announcement n left join person who on who.id = substring(n.created_by from '^person:(.+)')`,
    columns: sql`n.title as "title", n.text as "message", ${announcementStatus} as "status",
      case when n.audience = 'chosen' then
        (select count(*) from announcement_recipient r where r.announcement_id = n.id) end as "recipients",
      n.program as "program", n.platform as "platform", n.starts_at as "startsAt", n.ends_at as "expiresAt",
      n.ended_at as "endedAt", coalesce(who.email, n.created_by) as "actor"`,
    at: sql`n.created_at`,
    id: sql`n.id`,
    filters: { q: startsWithInAny(sql`n.title`), status: equals(announcementStatus) },
    complete: textInLocale('title', 'message'),
  },
  bridge: {
    from: sql`(
      select bridged.platform, heartbeat.seen_at as heartbeat_at, 'takesOrders' = any(heartbeat.capabilities) as takes_orders, heartbeat.feed_lag_ms, heartbeat.maintenance_until, heartbeat.problem,
        (select count(*) from trading_account a where a.platform = bridged.platform and a.lock_pending_since is not null) as locks_pending,
        (select count(*) from platform_opening o where o.platform = bridged.platform) as openings, coalesce(heartbeat.seen_at, to_timestamp(0)) as at,
        (select count(*) from trading_account a where a.platform = bridged.platform and a.ended_at is null) as accounts,
        (select count(*) from trading_account a
          where a.platform = bridged.platform and a.access_due_at <= now() and a.ended_at is null) as waiting,
        (select count(*) from risk_action r join trading_account a on a.id = r.account_id
          where a.platform = bridged.platform and r.applied_at is not null and r.acknowledged_at is null
        ) as unacknowledged,
        (select count(*) from balance_difference d join trading_account a on a.id = d.account_id
          where a.platform = bridged.platform and d.status = 'open') as differences,
        (select count(*) from (select account_id from parked_event where dismissed_at is null
            union all select account_id from unread_row where dismissed_at is null) e
          join trading_account a on a.id = e.account_id where a.platform = bridged.platform) as parked
      from unnest(${sql.val(platforms)}::text[]) as bridged (platform)
      left join bridge_heartbeat heartbeat on heartbeat.platform = bridged.platform
    ) b`,
    columns: sql`b.platform as "platform", b.heartbeat_at as "heartbeatAt",
      b.takes_orders as "takesOrders", b.accounts as "accounts", b.feed_lag_ms as "feedLagMs",
      b.maintenance_until as "maintenanceUntil", b.problem as "bridgeProblem", b.locks_pending as "locksPending", b.openings as "openings",
      b.waiting as "waiting", b.unacknowledged as "unacknowledged", b.differences as "differences",
      b.parked as "parked"`,
    at: sql`b.at`,
    id: sql`b.platform`,
    filters: {
      q: equals(sql`b.platform`),
      platform: equals(sql`b.platform`),
      feed: equals(sql`case when b.heartbeat_at < now() - ${silentAfterMs} * interval '1 ms' then 'silent'
        when b.heartbeat_at is null then case when b.problem is not null then 'silent' end else 'current' end`),
    },
  },
};
