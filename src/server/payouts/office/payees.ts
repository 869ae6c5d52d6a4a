import { sql } from 'kysely';
import { columnFilters, emailOr, personColumns } from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import type { payeeLists } from '#shared/payouts/office/payees.ts';

export const payeeSources: Readonly<Record<keyof typeof payeeLists, ListSource>> = {
  identity: {
    from: sql`identity_check c join person p on p.id = c.person_id
      left join person who on who.id = substring(c.decided_by from '^person:(.+)')`,
    columns: sql`${personColumns},
      p.country as "country", c.provider as "provider", c.status as "status", c.reason as "identityReason",
      c.first_name || ' ' || c.last_name as "verifiedName",
      (select count(*) from payee_document where person_id = c.person_id) as "documents",
      (select string_agg(concat_ws(' ', to_char(log.at at time zone 'UTC', 'YYYY-MM-DD'),
        replace(log.action, 'identity-check-', ''), log.details ->> 'reason'), ' ' order by log.at, log.id)
        from audit log where log.entity = 'identity-check' and log.entity_id = c.id) as "rounds",
      c.submitted_at as "submittedAt", c.decided_at as "decidedAt", coalesce(who.email, c.decided_by) as "actor"`,
    at: sql`c.started_at`,
    id: sql`c.id`,
    filters: {
      q: emailOr(sql`p.email`, sql`c.id`),
      ...columnFilters('c', 'status', 'provider', 'person_id'),
    },
  },
  screenings: {
    from: sql`sanctions_check c join person p on p.id = c.person_id
      left join person who on who.id = substring(c.decided_by from '^person:(.+)')`,
    columns: sql`${personColumns}, c.name as "name", c.cause as "cause", c.status as "status",
      round(c.score * 100)::integer as "score",
      (select string_agg((entry ->> 'name') || ' · ' || round((entry ->> 'score')::numeric * 100) || ' % · '
        || (entry ->> 'entryId'), E'\\n' order by (entry ->> 'score')::numeric desc)
        from jsonb_array_elements(c.matches) entry) as "matches",
      c.list_version as "listVersion", c.reason as "decisionReason", c.decided_at as "decidedAt",
      coalesce(who.email, c.decided_by) as "actor"`,
    at: sql`c.checked_at`,
    id: sql`c.id`,
    filters: {
      q: emailOr(sql`p.email`, sql`c.id`),
      ...columnFilters('c', 'status', 'cause', 'person_id'),
    },
  },
};
