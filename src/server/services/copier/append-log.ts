import { createHash, createHmac } from 'node:crypto';
import type { CopyAction, DisarmReason, UnmatchedReason } from '../../../domain/copier/copy-link.ts';
import type { Deps, Keys, Trx } from '../../deps.ts';

/** What was decided for a follower because of a leader's event, or by its owner, and what came of it. */
export type CopyRecord = {
  readonly accountId: string;
  readonly action: CopyAction;
  readonly reason: UnmatchedReason | DisarmReason | null;
  /** The leader's newest event that the decision is based on, and when it was stored; null for an owner's action. */
  readonly leaderSequence: number | null;
  readonly leaderStoredAt: number | null;
  readonly order: {
    readonly instrument: string;
    readonly month: string;
    /** Signed contracts of the order, and the position it leads to. */
    readonly quantity: number;
    readonly positionAfter: number;
    readonly priceTicks: number | null;
    /** Of a working order. */
    readonly orderType?: 'limit' | 'stop' | undefined;
  } | null;
  /** From the leader's event stored to the follower's fill stored. */
  readonly latencyMs: number | null;
};

/** What the hash of an entry covers. The owner can recompute it from the file; the signature is ours to check. */
export function hashCopyRecord(previousHash: string, number: number, at: number, record: string): string {
  return createHash('sha256')
    .update(`${previousHash}|${number}|${new Date(at).toISOString()}|${record}`)
    .digest('hex');
}

export function signCopyHash(keys: Keys, hash: string): string {
  return createHmac('sha256', keys.derive('copy-log')).update(hash).digest('hex');
}

/** Adds entries to a group's log, whose row the caller has locked. */
export async function appendCopyLog(
  deps: Deps,
  trx: Trx,
  groupId: string,
  records: readonly CopyRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const at = deps.clock();
  const end = await trx
    .selectFrom('copy_group')
    .select(['log_number', 'log_hash'])
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow();
  let { log_number: number, log_hash: hash } = end;
  const rows = records.map((each) => {
    const record = JSON.stringify(each);
    number += 1;
    hash = hashCopyRecord(hash, number, at.getTime(), record);
    return {
      ...{ group_id: groupId, number, account_id: each.accountId, at, record, hash },
      signature: signCopyHash(deps.keys, hash),
    };
  });
  await trx.insertInto('copy_log').values(rows).execute();
  await trx.updateTable('copy_group').set({ log_number: number, log_hash: hash }).where('id', '=', groupId).execute();
}
