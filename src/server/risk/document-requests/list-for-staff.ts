import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { riskAccount } from '#shared/risk/contract.ts';

const maxRequests = 20;

/** The documents requested from an account's trader, newest first. */
export async function listDocumentRequests(
  { db }: Deps,
  accountId: string,
): Promise<DataOf<typeof riskAccount>['documentRequests']> {
  const rows = await db
    .selectFrom('document_request')
    .leftJoin('person', (join) =>
      join.on(sql<boolean>`person.id = substring(document_request.requested_by from '^person:(.+)')`),
    )
    .select(['document_request.id', 'text', 'requested_by', 'requested_at', 'received_at', 'closed_at', 'person.email'])
    .select((eb) =>
      eb
        .selectFrom('requested_document')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('request_id', '=', 'document_request.id')
        .as('documents'),
    )
    .where('account_id', '=', accountId)
    .orderBy('requested_at', 'desc')
    .orderBy('document_request.id')
    .limit(maxRequests)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    stage: row.closed_at !== null ? 'closed' : row.received_at !== null ? 'received' : 'sent',
    requestedBy: row.email ?? row.requested_by,
    requestedAt: row.requested_at.getTime(),
    receivedAt: row.received_at?.getTime() ?? null,
    documents: Number(row.documents ?? 0),
  }));
}
