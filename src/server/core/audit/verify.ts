import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '../deps.ts';

/** How long sign-ins stay in the log, as stated in the privacy policy. */
const signInRetentionMs = 365 * dayMs;

/** The newest link. Kept elsewhere by an operator, it reveals even a log whose last entries were cut off. */
export type AuditHead = { readonly number: number; readonly hash: string };

export type AuditVerdict =
  | { readonly intact: true; readonly head: AuditHead; readonly erased: number }
  | { readonly intact: false; readonly problem: string };

/**
 * Recalculates every link of the audit log from the entries, without the database functions that wrote them.
 * @param earlierHead a head noted before, which must still be part of the log
 */
export async function verifyAudit(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  earlierHead?: AuditHead,
): Promise<AuditVerdict> {
  const erasableBefore = new Date(clock().getTime() - signInRetentionMs);
  const isoTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
  const { rows } = await sql<{ readonly number: number; readonly auditId: string; readonly problem: string }>`
    with link as (
      select audit_link.*, lag(number, 1, 0::bigint) over ordered as previous_number,
        lag(hash, 1, '') over ordered as previous_hash
      from audit_link window ordered as (order by number)
    ), checked as (
      select link.number, link.audit_id as "auditId", case
        when link.number <> link.previous_number + 1 then 'a link before it is missing'
        when link.hash <> encode(sha256(convert_to(concat_ws('|', link.previous_hash, link.number, link.audit_id,
          ${isoTime('link.at')}, link.erasable, link.content_hash), 'UTF8')), 'hex') then 'its link was changed'
        when log.id is null and not (link.erasable and link.at < ${erasableBefore}) then 'its entry is missing'
        when log.id is not null and link.content_hash <> encode(sha256(convert_to(jsonb_build_array(log.id,
          ${isoTime('log.at')}, log.actor, log.action, log.entity, log.entity_id, log.details)::text, 'UTF8')), 'hex')
          then 'its entry was changed'
        end as problem
      from link left join audit log on log.id = link.audit_id
    )
    select number, "auditId", problem from checked where problem is not null order by number limit 1
  `.execute(db);
  const [first] = rows;
  if (first) return { intact: false, problem: `entry ${first.number} (${first.auditId}): ${first.problem}` };
  const { rows: counts } = await sql<{ unlinked: number; erased: number }>`
    select (select count(*) from audit where not exists (select from audit_link where audit_id = audit.id)) as unlinked,
      (select count(*) from audit_link where not exists (select from audit where id = audit_link.audit_id)) as erased
  `.execute(db);
  const { unlinked = 0, erased = 0 } = counts[0] ?? {};
  if (unlinked > 0) return { intact: false, problem: `${unlinked} entries were added without a link` };
  if (earlierHead && !(await hasLink(db, earlierHead))) {
    return { intact: false, problem: `link ${earlierHead.number} is not the one that was noted` };
  }
  return { intact: true, head: await readHead(db), erased };
}

export async function readHead(db: Deps['db']): Promise<AuditHead> {
  const newest = db.selectFrom('audit_link').select(['number', 'hash']).orderBy('number', 'desc').limit(1);
  return (await newest.executeTakeFirst()) ?? { number: 0, hash: '' };
}

export async function hasLink(db: Deps['db'], { number, hash }: AuditHead): Promise<boolean> {
  if (number === 0) return true;
  const row = await db.selectFrom('audit_link').select('hash').where('number', '=', number).executeTakeFirst();
  return row?.hash === hash;
}
