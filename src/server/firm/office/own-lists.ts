import { sql } from 'kysely';
import { equals, startsWith } from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import type { Role } from '#shared/core/access.ts';
import { type AuditAction, type AuditEntity, auditActionsByList, auditEntities } from '#shared/core/audit-actions.ts';
import { mayOpenList, type OfficeListName } from '#shared/firm/lists.ts';
import type { operationsLists } from '#shared/office/own-lists.ts';

/** The list that shows a subject of the audit log; `audit` for those without a list of their own. */
const listOfSubject: Readonly<Record<AuditEntity, OfficeListName>> = {
  person: 'people',
  address: 'audit',
  order: 'orders',
  subscription: 'subscriptions',
  account: 'accounts',
  certificate: 'accounts',
  'certificate-key': 'audit',
  halt: 'halts',
  closure: 'closures',
  payout: 'payouts',
  'payout-destination': 'payouts',
  'payout-batch': 'batches',
  'payout-import': 'imports',
  agreement: 'payouts',
  'tax-form': 'payouts',
  'tax-report': 'audit',
  'identity-check': 'identity',
  document: 'identity',
  ticket: 'tickets',
  incident: 'incidents',
  'feature-request': 'features',
  'performance-review': 'reviews',
  announcement: 'announcements',
  discount: 'discounts',
  coupon: 'coupons',
  newsletter: 'newsletter',
  affiliate: 'affiliates',
  commission: 'commissions',
  job: 'jobs',
  mail: 'mails',
  list: 'audit',
};

const nameOfPerson = sql`(select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)
  from person where id = log.entity_id)`;

/** What staff call the subject of an entry; null for one that has only an id. */
const nameOfSubject = sql`case log.entity
  when 'person' then ${nameOfPerson}
  when 'affiliate' then ${nameOfPerson}
  when 'order' then (select number from orders where id = log.entity_id)
  when 'account' then (select platform_account_id from trading_account where id = log.entity_id)
  when 'payout' then (select number from payout where id = log.entity_id)
  when 'payout-batch' then (select number from payout_batch where id = log.entity_id)
  when 'ticket' then (select number from ticket where id = log.entity_id)
  when 'subscription' then (select number from orders where id = (select order_id from subscription where id = log.entity_id))
  when 'incident' then (select nullif(title, '') from incident where id = log.entity_id)
  end`;

const auditColumns = sql`coalesce(who.email, log.actor) as "actor", log.action as "action", log.entity as "entity",
  log.entity_id as "entityId", coalesce(${nameOfSubject}, log.entity_id) as "record", log.details::text as "details"`;

const auditFrom = sql`audit log left join person who on who.id = substring(log.actor from '^person:(.+)')`;

const aboutPerson = (id: string) => sql`(
  (log.entity = 'person' and log.entity_id = ${id})
  or (log.entity = 'order' and log.entity_id in (select id from orders where person_id = ${id}))
  or (log.entity = 'payout' and log.entity_id in (select id from payout where person_id = ${id}))
  or (log.entity = 'ticket' and log.entity_id in (select id from ticket where person_id = ${id}))
  or (log.entity = 'affiliate' and log.entity_id = ${id})
  or (log.entity = 'subscription' and log.entity_id in (select id from subscription where person_id = ${id}))
  or (log.entity = 'account' and log.entity_id in (select id from trading_account where person_id = ${id})))`;

/** Not by the failure alone: its text is erased after 30 days. */
const mailStatus = sql`case
  when m.sent_at is not null then 'sent'
  when m.refused_at is not null then 'refused'
  when m.given_up_at is not null and m.unanswered_at is not null then 'may-have-arrived'
  when m.given_up_at is not null then 'given-up'
  when m.failure is not null then 'retrying'
  else 'queued' end`;

/** Codes in subjects are for the recipient only. */
const mailSubject = sql`regexp_replace(m.subject, '[0-9]{6,}', '••••••', 'g')`;

export const operationsSources: Readonly<Record<keyof typeof operationsLists, ListSource>> = {
  jobs: {
    from: sql`(select * from jobs.job where state in ('retry', 'failed') and output is not null) j`,
    columns: sql`j.name as "job", case when j.state = 'failed' then 'failed' else 'retrying' end as "status",
      j.retry_count as "retries", coalesce(j.output ->> 'message', 'unknown') as "failure",
      case when j.state = 'failed' then null else j.start_after end as "nextAttemptAt", (j.data - '$from')::text as "payload"`,
    at: sql`j.created_on`,
    id: sql`j.id::text`,
    filters: {
      q: equals(sql`j.name`),
      status: (status) => sql`j.state = ${status === 'failed' ? 'failed' : 'retry'}`,
    },
  },
  mails: {
    from: sql`(select * from mail where failure is not null) m`,
    columns: sql`m.recipient as "recipient", ${mailSubject} as "subject",
      ${mailStatus} as "status", m.failure as "failure"`,
    at: sql`m.created_at`,
    id: sql`m.id`,
    filters: {
      q: equals(sql`m.recipient`),
      status: equals(mailStatus),
    },
  },
  mailHistory: {
    from: sql`mail m`,
    columns: sql`m.recipient as "recipient", ${mailSubject} as "subject",
      ${mailStatus} as "status", m.sent_at as "sentAt", m.failure as "failure"`,
    at: sql`m.created_at`,
    id: sql`m.id`,
    filters: {
      person: (id) => sql`lower(m.recipient) = (select lower(email) from person where id = ${id})`,
    },
  },
  audit: {
    from: auditFrom,
    columns: auditColumns,
    at: sql`log.at`,
    id: sql`log.id`,
    filters: {
      q: (value) => sql`(${startsWith(sql`log.action`, value)} or log.entity_id = ${value}
        or log.actor = (select 'person:' || id from person where email = ${value}))`,
      entity: equals(sql`log.entity`),
      action: equals(sql`log.action`),
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
      ticket: (id) => sql`log.entity = 'ticket' and log.entity_id = ${id}`,
      payout: (id) => sql`log.entity = 'payout' and log.entity_id = ${id}`,
      batch: (id) => sql`log.entity = 'payout-batch' and log.entity_id = ${id}`,
      entity: equals(sql`log.entity`),
    },
    readable: (roles) => {
      const [subjects, actions] = [readableSubjects(roles), readableActions(roles)];
      // An entry about an account may quote findings, and one about a person network addresses.
      return subjects.length === 0 || actions.length === 0
        ? sql`false`
        : sql`log.entity in (${sql.join(subjects)}) and log.action in (${sql.join(actions)})`;
    },
  },
};

function readableSubjects(roles: readonly Role[]): AuditEntity[] {
  return auditEntities.filter((entity) => mayOpenList(listOfSubject[entity], roles));
}

function readableActions(roles: readonly Role[]): AuditAction[] {
  const lists = Object.keys(auditActionsByList) as (keyof typeof auditActionsByList)[];
  return lists.filter((list) => mayOpenList(list, roles)).flatMap((list) => [...auditActionsByList[list]]);
}
