import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';

type WaitingCheck = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** What was uploaded, such as `identity-front, selfie`. */
  readonly documents: string;
};

/** Identity checks that wait for a decision, those waiting longest first, 100 at most. */
export async function listWaitingChecks({ db }: Deps): Promise<readonly WaitingCheck[]> {
  const { rows } = await sql<WaitingCheck>`
    select c.id, p.first_name as "firstName", p.last_name as "lastName", p.email,
      (select coalesce(string_agg(purpose, ', ' order by purpose), '') from payee_document
        where person_id = c.person_id) as documents
    from identity_check c join person p on p.id = c.person_id
    where c.status = 'review' order by c.submitted_at, c.id limit 100`.execute(db);
  return rows;
}
