import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchFeatures } from '#shared/support/contract-features.ts';

type Feature = DataOf<typeof fetchFeatures>['features'][number];

const maxFeatures = 200;

/** Published requests, most votes first, then newest, without their authors. */
export async function listFeatures({ db }: Deps, voter: string | null): Promise<Feature[]> {
  const rows = await db
    .selectFrom('feature_request')
    .select((eb) => [
      'id',
      'title',
      'message',
      'locale',
      'progress',
      'progress_reason as reason',
      'created_at',
      eb
        .selectFrom('feature_vote')
        .select((vote) => vote.fn.countAll<string>().as('count'))
        .whereRef('feature_vote.request_id', '=', 'feature_request.id')
        .as('votes'),
      eb
        .exists(
          eb
            .selectFrom('feature_vote')
            .select('voter')
            .whereRef('feature_vote.request_id', '=', 'feature_request.id')
            .where('voter', '=', voter ?? ''),
        )
        .as('voted'),
    ])
    .where('status', '=', 'approved')
    .orderBy('votes', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('feature_request.id')
    .limit(maxFeatures)
    .execute();
  return rows.map(({ created_at, votes, voted, ...texts }) => ({
    ...texts,
    votes: Number(votes),
    voted: Boolean(voted),
    createdAt: created_at.getTime(),
  }));
}
