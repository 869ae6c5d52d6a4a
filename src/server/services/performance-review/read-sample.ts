import type { Fill } from '../../../domain/account/events.ts';
import { type Sample, sampleOf } from '../../../domain/performance-review/sample.ts';
import { tradesOf } from '../../../domain/statistics/trades.ts';
import type { Deps } from '../../deps.ts';
import { readEventLogPages } from '../event-log/read-event-log.ts';

/** The size of an account's record up to now. */
export async function readSample(deps: Deps, accountId: string): Promise<Sample> {
  const fills: Fill[] = [];
  for await (const page of readEventLogPages(deps, accountId, deps.clock().getTime(), 'fill'))
    for (const { event } of page) if (event.type === 'fill') fills.push(event);
  return sampleOf(tradesOf(fills));
}
