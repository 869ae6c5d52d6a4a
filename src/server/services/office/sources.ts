import { type RawBuilder, sql } from 'kysely';
import type { OfficeListName } from '../../../contract/office/lists.ts';
import type { ListSource } from './read-list.ts';

const equals = (column: RawBuilder<unknown>) => (value: string) => sql`${column} = ${value}`;

/** The beginning of a text, in the case it is stored in. */
const startsWith = (column: RawBuilder<unknown>, value: string) =>
  sql`${column} like ${`${value.replace(/[\\%_]/g, '\\$&')}%`}`;

/** An email address from its start, or something else exactly. */
const emailOr =
  (email: RawBuilder<unknown>, ...others: readonly RawBuilder<unknown>[]) =>
  (value: string) =>
    sql`(${sql.join(
      [startsWith(sql`lower(${email})`, value.toLowerCase()), ...others.map((other) => equals(other)(value))],
      sql` or `,
    )})`;

const ofAccount = sql`a.platform_account_id as "account", a.id as "accountId", p.email as "email", p.id as "personId"`;
const accountFilters = {
  q: emailOr(sql`p.email`, sql`a.platform_account_id`, sql`a.id`),
  account: equals(sql`a.id`),
  person: equals(sql`a.person_id`),
};

/** With the account `a` and its owner `p`. */
const withAccount = (table: string, alias: string) =>
  sql`${sql.table(table)} as ${sql.ref(alias)}
    join trading_account a on a.id = ${sql.ref(`${alias}.account_id`)}
    join person p on p.id = a.person_id`;

const accountStatus = sql`case
  when a.ended_why is not null then a.ended_why
  when a.state ->> 'status' = 'breached' then 'breached'
  when a.suspended_at is not null then 'suspended'
  else a.state ->> 'status' end`;

const personStatus = sql`case
  when p.deleted_at is not null then 'deleted'
  when p.email_verified_at is not null then 'verified'
  else 'unverified' end`;

const discountStatus = sql`case
  when d.ended_at is not null then 'ended'
  when d.expires_at <= now() then 'expired'
  else 'running' end`;

const refund = sql`case
  when o.status = 'refunded' then 'settled'
  when o.refund_requested_at is not null then 'requested'
  else 'none' end`;

const auditColumns = sql`coalesce(who.email, log.actor) as "actor", log.action as "action", log.entity as "entity",
  log.entity_id as "entityId", log.details::text as "details"`;
const auditFrom = sql`audit log left join person who on log.actor = 'person:' || who.id`;

/** What is about a person: themselves, their orders and their accounts. */
const aboutPerson = (id: string) => sql`(
  (log.entity = 'person' and log.entity_id = ${id})
  or (log.entity = 'order' and log.entity_id in (select id from orders where person_id = ${id}))
  or (log.entity = 'subscription' and log.entity_id in (select id from subscription where person_id = ${id}))
  or (log.entity = 'account' and log.entity_id in (select id from trading_account where person_id = ${id})))`;

export const listSources: Readonly<Record<OfficeListName, ListSource>> = {
  people: {
    from: sql`person p`,
    columns: sql`p.email as "email", trim(p.first_name || ' ' || p.last_name) as "name", p.country as "country",
      p.locale as "language", ${personStatus} as "status", array_to_string(p.roles, ' ') as "roles",
      (select count(*) from trading_account where person_id = p.id) as "accounts",
      (select count(*) from orders where person_id = p.id) as "orders", p.two_factor_at is not null as "twoFactor"`,
    at: sql`p.created_at`,
    id: sql`p.id`,
    filters: {
      q: emailOr(sql`p.email`, sql`p.id`),
      status: equals(personStatus),
      role: (role) => sql`${role} = any(p.roles)`,
    },
  },
  orders: {
    from: sql`orders o left join trading_account a
      on a.id = coalesce(o.account_id, (select id from trading_account where order_id = o.id))`,
    columns: sql`o.number as "number", o.email as "email", o.person_id as "personId", o.kind as "kind",
      coalesce(nullif(o.name, ''), o.package_id) as "name", o.status as "status", o.total_cents as "totalCents",
      o.coupon as "coupon", ${refund} as "refund", o.paid_at as "paidAt", o.fulfilled_at as "fulfilledAt",
      o.refund_requested_at as "refundRequestedAt", o.refund_reason as "refundReason",
      a.platform_account_id as "account", a.id as "accountId"`,
    at: sql`o.created_at`,
    id: sql`o.id`,
    filters: {
      q: emailOr(sql`o.email`, sql`o.id`, sql`o.number`),
      status: equals(sql`o.status`),
      kind: equals(sql`o.kind`),
      refund: equals(refund),
      person: equals(sql`o.person_id`),
      account: (id) => sql`(o.account_id = ${id} or o.id = (select order_id from trading_account where id = ${id}))`,
    },
  },
  accounts: {
    from: sql`trading_account a join person p on p.id = a.person_id join orders o on o.id = a.order_id`,
    columns: sql`${ofAccount}, a.programme as "programme", a.size as "size", a.phase as "phase",
      a.platform as "platform", ${accountStatus} as "status", (a.state ->> 'equityCents')::bigint as "equityCents",
      (a.state ->> 'floorCents')::bigint as "floorCents",
      greatest(0, (a.state ->> 'equityCents')::bigint
        - greatest((a.state ->> 'floorCents')::bigint, (a.state ->> 'dailyFloorCents')::bigint)) as "remainingCents",
      (a.state ->> 'lastEventAt')::bigint as "lastEventAt", a.ended_at as "endedAt", o.number as "order",
      o.id as "orderId"`,
    at: sql`a.opened_at`,
    id: sql`a.id`,
    filters: {
      ...accountFilters,
      status: equals(accountStatus),
      programme: equals(sql`a.programme`),
      phase: equals(sql`a.phase`),
      platform: equals(sql`a.platform`),
    },
  },
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
  chargebacks: {
    from: sql`payment_dispute d join orders o on o.id = d.order_id`,
    columns: sql`o.number as "order", o.id as "orderId", o.email as "email", o.person_id as "personId", d.amount_cents as "amountCents",
      d.reason as "bankReason", d.status as "status", d.closed_at as "closedAt"`,
    at: sql`d.opened_at`,
    id: sql`d.id`,
    filters: { q: emailOr(sql`o.email`, sql`o.number`, sql`d.id`), status: equals(sql`d.status`) },
  },
  discounts: {
    from: sql`discount d left join person who on d.created_by = 'person:' || who.id`,
    columns: sql`d.code as "code", d.title ->> 'en' as "title", d.percent_bps / 100 as "percent",
      array_to_string(d.programmes, ' ') as "programmes", ${discountStatus} as "status", d.expires_at as "expiresAt",
      d.ended_at as "endedAt", coalesce(who.email, d.created_by) as "actor"`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    filters: { q: (value) => equals(sql`d.code`)(value.toUpperCase()), status: equals(discountStatus) },
  },
  jobs: {
    from: sql`(select * from jobs.job where state in ('retry', 'failed') and output is not null) j`,
    columns: sql`j.name as "job", case when j.state = 'failed' then 'failed' else 'retrying' end as "status",
      j.retry_count as "retries", coalesce(j.output ->> 'message', 'unknown') as "failure",
      case when j.state = 'failed' then null else j.start_after end as "nextTryAt", j.data::text as "payload"`,
    at: sql`j.created_on`,
    id: sql`j.id::text`,
    filters: {
      q: equals(sql`j.name`),
      status: (status) => sql`j.state = ${status === 'failed' ? 'failed' : 'retry'}`,
    },
  },
  audit: {
    from: auditFrom,
    columns: auditColumns,
    at: sql`log.at`,
    id: sql`log.id`,
    filters: {
      q: (value) => sql`(${startsWith(sql`log.action`, value)} or log.entity_id = ${value} or who.email = ${value})`,
      entity: equals(sql`log.entity`),
    },
  },
  timeline: {
    from: auditFrom,
    columns: auditColumns,
    at: sql`log.at`,
    id: sql`log.id`,
    filters: {
      person: aboutPerson,
      order: (id) => sql`log.entity = 'order' and log.entity_id = ${id}`,
      account: (id) => sql`log.entity = 'account' and log.entity_id = ${id}`,
    },
  },
};
