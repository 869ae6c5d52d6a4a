import type { Trx } from '../deps.ts';

/**
 * The next number of a series, such as `I2026-000042`. Locks the series until the transaction ends, so that no number
 * is skipped or repeated.
 */
export async function nextSeriesNumber(trx: Trx, series: string): Promise<string> {
  const { last } = await trx
    .insertInto('number_series')
    .values({ series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet((eb) => ({ last: eb('number_series.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${series}-${String(last).padStart(6, '0')}`;
}
