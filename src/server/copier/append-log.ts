import { createHash, createHmac } from 'node:crypto';
import { getRow, insertRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { Keys } from '#server/core/encryption.ts';
import type { fetchCopyLog } from '#shared/copier/contract.ts';
import type { DataOf } from '#shared/core/call.ts';

/** A decision for a follower, caused by a leader's event or made by its owner, and the outcome. */
export type CopyRecord = Omit<DataOf<typeof fetchCopyLog>['entries'][number], 'number' | 'at'> & {
  /** When the leader's event was stored; null for an owner's action. */
  readonly leaderStoredAt: number | null;
};

/** The hash of a log entry. Owners can recompute it from their file; only we can check the signature. */
export function hashCopyRecord(previousHash: string, number: number, at: number, record: string): string {
  return createHash('sha256')
    .update(`${previousHash}|${number}|${new Date(at).toISOString()}|${record}`)
    .digest('hex');
}

export function signCopyHash(keys: Keys, hash: string): string {
  return createHmac('sha256', keys.derive('copy-log')).update(hash).digest('hex');
}

/** Appends entries to a group's log. The caller has locked the group's row. */
export async function appendCopyLog(deps: Deps, trx: Trx, groupId: string, records: readonly CopyRecord[]) {
  if (records.length === 0) return;
  const at = deps.clock();
  const end = await getRow(trx, 'copy_group', groupId, ['log_number', 'log_hash']);
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
  await insertRow(trx, 'copy_log', rows);
  await updateRow(trx, 'copy_group', groupId, { log_number: number, log_hash: hash });
}
