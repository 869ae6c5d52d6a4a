import { fullName } from '#lib/person-name.ts';
import { getRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, newId, type RequestContext, type Trx } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { getPerson } from '#server/people/find-person.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { openTicket as call } from '#shared/support/contract.ts';
import { sendAttachments } from '../ticket/attach.ts';
import { createTicket } from '../ticket/create.ts';
import { notifyOfNewTicket } from '../ticket/notify-new.ts';

type About = NonNullable<BodyOf<typeof call>['about']>;

const tables = { order: 'orders', account: 'trading_account', payout: 'payout' } as const;

/** The ticket's column for its subject. @throws {ServiceError} 422 unless the subject is the person's own */
async function linkSubject(trx: Trx, personId: string, { kind, id }: About) {
  const owned = await trx
    .selectFrom(tables[kind])
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!owned) throw invalid({ about: ['not_found'] });
  return { [`${kind}_id`]: id } as { readonly [Kind in About['kind'] as `${Kind}_id`]?: string };
}

/** Opens a ticket for a signed-in person; the same key opens it once. */
export async function openTicket(
  deps: Deps,
  { personId }: Actor,
  { topic, message, about, attachmentIds = [] }: BodyOf<typeof call>,
  idempotencyKey: string,
  { locale }: RequestContext,
): Promise<{ ticketId: string; number: string }> {
  const fingerprint = sha256(`${personId}\n${idempotencyKey}`);
  return deps.db.transaction().execute(async (trx) => {
    const person = await getPerson(trx, personId);
    const name = fullName(person);
    const created = await createTicket(deps, trx, {
      ...{ id: newId(), fingerprint, person_id: personId, name, email: person.email, locale, topic, message },
      ...(about ? await linkSubject(trx, personId, about) : {}),
    });
    if (created) {
      const { ticketId, number, messageId } = created;
      await sendAttachments(trx, { messageId, uploader: `person:${personId}`, attachmentIds });
      await notifyOfNewTicket(deps, trx, {
        ...{ ticketId, number, topic, name, email: person.email, message, locale, isOwner: true },
      });
      return { ticketId, number };
    }
    const earlier = await getRow(trx, 'ticket', { fingerprint }, ['id', 'number']);
    return { ticketId: earlier.id, number: earlier.number };
  });
}
