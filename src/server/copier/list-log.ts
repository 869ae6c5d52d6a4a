import type { output } from 'zod/mini';
import { toCsv } from '#lib/csv.ts';
import type { Deps } from '#server/core/deps.ts';
import type { fetchCopyLog } from '#shared/copier/contract.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { isInstrument } from '#shared/exchange/instruments.ts';
import { formatPlainPrice } from '#shared/exchange/price.ts';
import type { CopyRecord } from './append-log.ts';

const pageSize = 50;
const maxRows = 20_000;

/** A page of a person's copy log, newest first. */
export async function listCopyLog(
  deps: Deps,
  personId: string,
  { before }: output<typeof fetchCopyLog.query>,
): Promise<output<typeof fetchCopyLog.data>> {
  const rows = await selectLog(deps, personId)
    .$if(before !== undefined, (query) => query.where('copy_log.number', '<', Number(before)))
    .orderBy('copy_log.number', 'desc')
    .limit(pageSize + 1)
    .execute();
  const entries = rows.slice(0, pageSize).map((row) => {
    const { leaderStoredAt, ...record } = JSON.parse(row.record) as CopyRecord;
    return { number: row.number, at: row.at.getTime(), ...record };
  });
  return { entries, more: rows.length > pageSize };
}

const header = [
  'number',
  'at',
  'account',
  'action',
  'reason',
  'contract',
  'quantity',
  'position_after',
  'price',
  'leader_event',
  'latency_ms',
  'record',
  'hash',
  'signature',
] as const;

/** The newest entries of a person's copy log as CSV, oldest first. */
export async function writeCopyLog(deps: Deps, personId: string): Promise<string> {
  const rows = await selectLog(deps, personId).orderBy('copy_log.number', 'desc').limit(maxRows).execute();
  const lines = rows.reverse().map((row) => {
    const { action, reason, order, leaderSequence, latencyMs } = JSON.parse(row.record) as CopyRecord;
    const cells = [
      row.number,
      row.at.toISOString(),
      row.platform_account_id ?? row.account_id,
      action,
      reason,
      order && contractName(order.instrument, order.month),
      order?.quantity,
      order?.positionAfter,
      order && priceOf(order),
      leaderSequence,
      latencyMs,
      row.record,
      row.hash,
      row.signature,
    ];
    return cells.map((cell) => cell ?? '');
  });
  return toCsv([header, ...lines]);
}

function priceOf({ instrument, priceTicks }: NonNullable<CopyRecord['order']>): string {
  return priceTicks === null || !isInstrument(instrument) ? '' : formatPlainPrice(instrument, priceTicks);
}

function selectLog({ db }: Deps, personId: string) {
  return db
    .selectFrom('copy_log')
    .innerJoin('copy_group', 'copy_group.id', 'copy_log.group_id')
    .leftJoin('trading_account', 'trading_account.id', 'copy_log.account_id')
    .select(['copy_log.number', 'copy_log.at', 'copy_log.account_id', 'record', 'hash', 'signature'])
    .select('trading_account.platform_account_id')
    .where('copy_group.person_id', '=', personId);
}
