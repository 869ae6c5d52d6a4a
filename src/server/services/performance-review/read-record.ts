import { createHash } from 'node:crypto';
import { writeEventLogLine, writeRulesLine } from '../../../domain/account/event-log.ts';
import type { AccountEvent } from '../../../domain/account/events.ts';
import { createIdleMarkFilter } from '../../../domain/performance-review/idle-marks.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import type { Deps } from '../../deps.ts';
import { readEventLogPages } from '../event-log/read-event-log.ts';

type AccountRecord = {
  /** Without marks of contracts that weren't held, which change nothing. */
  readonly events: readonly AccountEvent[];
  readonly count: number;
  /** Hash of the rules and all events, as in a breach report. */
  readonly sha256: string;
};

/** An account's record up to a time. */
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
