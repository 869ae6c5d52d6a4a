import { insertOnce, not, requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, type RequestContext, ServiceError, type Trx } from '#server/core/deps.ts';
import { signText } from '#server/core/signature.ts';
import { voterOf } from './voter.ts';

/** A household or office has a few visitors; a script can have any number of ids, but only one IP address. */
const maxVotersPerNetwork = 3;

type Vote = { readonly id: string; readonly voted: 0 | 1; readonly browserSessionId?: string | undefined };

async function countVotes(trx: Trx, requestId: string, network?: string): Promise<number> {
  const { count } = await trx
    .selectFrom('feature_vote')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('request_id', '=', requestId)
    .$if(network !== undefined, (query) =>
      query.where('network', '=', network ?? '').where('voter', 'like', 'browser:%'),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets the caller's vote. Idempotent. */
export async function voteForFeature(
  deps: Deps,
  { id, voted, browserSessionId }: Vote,
  actor: Actor | null,
  requestContext: RequestContext,
): Promise<{ votes: number; voted: boolean }> {
  const voter = voterOf(deps, actor, browserSessionId);
  if (voter === null) throw invalid({ browserSessionId: ['required'] });
  const network = signText(deps.keys, 'feature-voter', `network ${requestContext.ip}`);
  return deps.db.transaction().execute(async (trx) => {
    await requireLockedRow(trx, 'feature_request', { id, status: 'approved', progress: not(['done', 'declined']) }, [
      'id',
    ]);
    if (voted === 0) {
      await trx.deleteFrom('feature_vote').where('request_id', '=', id).where('voter', '=', voter).execute();
      return { votes: await countVotes(trx, id), voted: false };
    }
    const row = { request_id: id, voter, network, created_at: deps.clock() };
    const isNew = await insertOnce(trx, 'feature_vote', row);
    if (isNew && !actor && (await countVotes(trx, id, network)) > maxVotersPerNetwork) {
      throw new ServiceError(409, 'votes_of_place');
    }
    return { votes: await countVotes(trx, id), voted: true };
  });
}
