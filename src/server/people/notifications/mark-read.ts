import { getChangedRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { User } from '#shared/core/envelope.ts';
import { lockPerson } from '../lock.ts';
import { describeUser } from '../profile/describe-user.ts';

/** Marks notifications as read, up to a number or all. Later ones stay unread. */
export async function markNotificationsRead(deps: Deps, personId: string, upTo: number | undefined): Promise<User> {
  return deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, personId);
    await trx
      .updateTable('notification')
      .set({ read_at: deps.clock() })
      .where('person_id', '=', personId)
      .where('read_at', 'is', null)
      .$if(upTo !== undefined, (query) => query.where('number', '<=', upTo ?? 0))
      .execute();
    const person = await getChangedRow(trx, 'person', personId, (eb) => ({
      unread_notifications: eb
        .selectFrom('notification')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('person_id', '=', personId)
        .where('read_at', 'is', null),
    }));
    return describeUser(person);
  });
}
