import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { MessageKind } from '#shared/support/ticket.ts';

type NewMessage = {
  readonly ticketId: string;
  readonly kind: MessageKind;
  readonly actor: string;
  readonly text: string;
  readonly key: string;
};

/** @returns the message's id; null if the key was used before */
export async function addMessage(
  deps: Deps,
  trx: Trx,
  { ticketId, kind, actor, text, key }: NewMessage,
): Promise<string | null> {
  const added = await trx
    .insertInto('ticket_message')
    .values({
      ...{ id: newId(), ticket_id: ticketId, kind, actor, text, idempotency_key: key },
      created_at: deps.clock(),
    })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}
