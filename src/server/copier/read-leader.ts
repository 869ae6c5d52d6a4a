import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Trx } from '#server/core/deps.ts';
import type { AccountState, Position } from '#shared/accounts/model.ts';

/** A queued copy. Times are UTC ms. */
type DueCopy = {
  readonly number: number;
  readonly sequence: number;
  readonly filledAt: number | null;
  readonly storedAt: number;
};

export type CopyLeader = {
  readonly state: AccountState;
  /** Whether its orders and positions are in the terminal's market. */
  readonly followsMarket: boolean;
  /** Empty once the account has ended, whatever it held: no event would ever close those positions. */
  readonly positions: readonly Position[];
  /** Oldest first. */
  readonly due: readonly DueCopy[];
};

/** Reads a leader and its due copies in one statement; with two, a fill in between would be seen without its copy. */
export async function readLeader(trx: Trx, leaderId: string): Promise<CopyLeader> {
  const {
    state,
    ended_at: endedAt,
    is_open: isOpen,
    due,
  } = await trx
    .selectFrom('trading_account')
    .leftJoin('trading_progress', 'trading_progress.account_id', 'trading_account.id')
    .select(['state', 'ended_at', 'is_open'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('copy_queue')
          .select(['number', 'sequence'])
          .select(sql<number | null>`(extract(epoch from filled_at) * 1000)::float8`.as('filledAt'))
          .select(sql<number>`(extract(epoch from stored_at) * 1000)::float8`.as('storedAt'))
          .where('copy_queue.leader_id', '=', leaderId)
          .orderBy('number'),
      ).as('due'),
    )
    .where('id', '=', leaderId)
    .executeTakeFirstOrThrow();
  return { state, followsMarket: isOpen === true, positions: endedAt === null ? state.positions : [], due };
}
