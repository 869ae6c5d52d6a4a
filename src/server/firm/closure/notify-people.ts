import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { ClosureMailValues } from './mails.ts';

type Affected = Record<'id' | 'email' | 'first_name' | 'locale', string> & Pick<ClosureMailValues['closure'], 'lines'>;

const batchSize = 100;

/** Mails everyone who gets something, or has or had something that ends, once. */
export async function notifyPeople(
  deps: Deps,
  id: string,
  at: Date,
  template: keyof ClosureMailValues = 'closure',
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { rows } = await sql<Affected>`
      select p.id, p.email, p.first_name, p.locale, coalesce((
        select json_agg(json_build_object('kind', l.kind, 'name', coalesce(a.platform_account_id, o.number),
          'amountCents', l.amount_cents, 'isHeld', l.hold is not null) order by l.kind, l.id)
        from closure_line l left join trading_account a on a.id = l.account_id left join orders o on o.id = l.order_id
        where l.closure_id = ${id} and l.person_id = p.id), '[]') as lines
      from person p where p.deleted_at is null and p.id > ${after} and (
        exists (select from closure_line l where l.closure_id = ${id} and l.person_id = p.id)
        or exists (select from trading_account a where a.person_id = p.id and coalesce(a.ended_at, ${at}) >= ${at})
        or exists (select from subscription s where s.person_id = p.id and coalesce(s.ended_at, ${at}) >= ${at})
        or exists (select from affiliate f where f.person_id = p.id and f.status = 'approved'))
      order by p.id limit ${batchSize}`.execute(deps.db);
    await deps.db.transaction().execute(async (trx) => {
      for (const { id: personId, lines, ...to } of rows)
        await queueMail(deps, trx, to, template, `${template}:${id}:${personId}`, { closedAt: at.getTime(), lines });
    });
    after = rows[batchSize - 1]?.id;
  }
}
