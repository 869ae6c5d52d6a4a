import { createHash } from 'node:crypto';
import { readEventLogPages } from '#server/accounts/event-log/read-event-log.ts';
import type { Deps } from '#server/core/deps.ts';
import { writeEventLogLine, writeRulesLine } from '#shared/accounts/event-log.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { createIdleMarkFilter } from '#shared/reviews/idle-marks.ts';

type AccountRecord = {
  /** Without marks of contracts that weren't held, which change nothing. */
  readonly events: readonly AccountEvent[];
  readonly count: number;
  /** Hash of the rules and all events, as in a breach report. */
  readonly sha256: string;
};

export async function readRecord(
  deps: Deps,
  accountId: string,
  rules: AccountRules,
  until: Date,
): Promise<AccountRecord> {
  const hash = createHash('sha256').update(writeRulesLine(rules));
  const isRelevant = createIdleMarkFilter();
  const events: AccountEvent[] = [];
  let count = 0;
  for await (const page of readEventLogPages(deps, accountId, until.getTime())) {
    for (const line of page) {
      hash.update(writeEventLogLine(line));
      if (isRelevant(line.event)) events.push(line.event);
    }
    count += page.length;
  }
  return { events, count, sha256: hash.digest('hex') };
}
