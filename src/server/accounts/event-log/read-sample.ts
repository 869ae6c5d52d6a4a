import type { Deps } from '#server/core/deps.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import { sampleOf } from '#shared/reviews/sample.ts';
import type { ReviewReport } from '#shared/reviews/shape.ts';
import { readEventLogPages } from './read-event-log.ts';

/** The size of an account's record up to now. */
export async function readSample(deps: Deps, accountId: string): Promise<ReviewReport['sample']> {
  const fills: Fill[] = [];
  for await (const page of readEventLogPages(deps, accountId, deps.clock().getTime(), 'fill'))
    for (const { event } of page) if (event.type === 'fill') fills.push(event);
  return sampleOf(tradesOf(fills));
}
