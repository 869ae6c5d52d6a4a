import { listRows } from '#server/core/database/rows.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { fetchPostbacks } from '#shared/affiliates/contract-postbacks.ts';
import type { DataOf } from '#shared/core/call.ts';
import { selectApproved } from './approved.ts';

const maxShown = 50;

/** An affiliate's endpoint, without its secret, and the newest messages. @throws {ServiceError} 404 for anyone else */
export async function listPostbacks(deps: Deps, personId: string): Promise<DataOf<typeof fetchPostbacks>> {
  const affiliate = await selectApproved(deps.db)
    .leftJoin('affiliate_endpoint', 'affiliate_endpoint.affiliate_id', 'affiliate.person_id')
    .select(['url', 'created_at', 'rotated_at', 'former_until'])
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow(notFound);
  const { url, created_at: createdAt, rotated_at: rotatedAt, former_until: formerUntil } = affiliate;
  const rows = await listRows(deps.db, 'postback', { affiliate_id: personId }, undefined, {
    orderBy: ['created_at desc', 'id'],
    limit: maxShown,
  });
  const isFormerValid = formerUntil !== null && formerUntil > deps.clock();
  return {
    endpoint:
      url === null || createdAt === null
        ? null
        : {
            url,
            createdAt: createdAt.getTime(),
            rotatedAt: rotatedAt?.getTime() ?? null,
            formerSecretUntil: isFormerValid ? formerUntil.getTime() : null,
          },
    deliveries: rows.map((row) => ({
      id: row.id,
      type: row.type,
      createdAt: row.created_at.getTime(),
      status: row.status,
      attempts: row.attempts,
      nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
      lastAttemptAt: row.last_attempt_at?.getTime() ?? null,
      statusCode: row.status_code,
      failure: row.failure,
      body: row.body,
    })),
  };
}
