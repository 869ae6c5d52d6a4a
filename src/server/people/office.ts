import { sql } from 'kysely';
import {
  accountColumns,
  accountFilters,
  columnFilters,
  emailOr,
  equals,
  isStaffMember,
  onlyWhen,
  personColumns,
  startOf,
} from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import type { peopleLists } from '#shared/people/office.ts';

const accountStatus = sql`case
  when a.end_reason is not null then a.end_reason
  when a.state ->> 'status' = 'breached' then 'breached'
  when a.suspended_at is not null then 'suspended'
  else a.state ->> 'status' end`;

const personStatus = sql`case
  when p.deleted_at is not null then 'deleted'
  when p.suspended_at is not null then 'suspended'
  when p.email_verified_at is not null then 'verified'
  when p.roles <> '{}' then 'invited'
  else 'unverified' end`;

const requestStatus = sql`case
  when r.decided_at is null then 'open'
  when r.is_declined then 'declined'
  else 'confirmed' end`;

/** Whether a person's name starts with a text, in either order and without accents. */
const hasName = (value: string) => {
  const start = sql`fold_text(${startOf(value)})`;
  return sql`(fold_text(p.first_name || ' ' || p.last_name) like ${start}
    or fold_text(p.last_name || ' ' || p.first_name) like ${start})`;
};

export const peopleSources: Readonly<Record<keyof typeof peopleLists, ListSource>> = {
  people: {
    from: sql`person p`,
    columns: sql`p.email as "email", trim(p.first_name || ' ' || p.last_name) as "name", p.country as "country",
      p.locale as "language", ${personStatus} as "status", array_to_string(p.roles, ' ') as "roles",
      (select count(*) from trading_account where person_id = p.id) as "accounts",
      (select count(*) from orders where person_id = p.id) as "orders", p.two_factor_at is not null as "twoFactor"`,
    at: sql`p.created_at`,
    id: sql`p.id`,
    filters: {
      q: (value) => sql`(${emailOr(sql`p.email`, sql`p.id`)(value)} or ${hasName(value)})`,
      status: equals(personStatus),
      role: (role) => sql`${role} = any(p.roles)`,
      only: onlyWhen({ customers: sql`not ${isStaffMember}` }),
    },
  },
  staff: {
    from: sql`staff_request r join person p on p.id = r.person_id join person asking on asking.id = r.requested_by
      left join person deciding on deciding.id = r.decided_by`,
    columns: sql`${personColumns}, r.change as "change", r.role as "role",
      r.address as "address", ${requestStatus} as "status", asking.email as "requestedBy",
      deciding.email as "decidedBy", r.decided_at as "decidedAt"`,
    at: sql`r.requested_at`,
    id: sql`r.id`,
    filters: {
      q: emailOr(sql`p.email`, sql`r.id`),
      status: equals(requestStatus),
      person: equals(sql`r.person_id`),
    },
  },
  accounts: {
    from: sql`trading_account a join person p on p.id = a.person_id join orders o on o.id = a.order_id`,
    columns: sql`${accountColumns}, a.program as "program", a.size as "size", a.phase as "phase",
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
      ...columnFilters('a', 'program', 'phase', 'platform', 'size'),
      only: onlyWhen({
        paying: sql`a.phase in ('funded', 'live') and a.ended_at is null`,
        open: sql`${accountStatus} in ('active', 'locked', 'suspended')`,
      }),
    },
  },
};
