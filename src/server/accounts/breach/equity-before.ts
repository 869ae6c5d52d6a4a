import type { Deps } from '#server/core/deps.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { Breach } from '#shared/accounts/model.ts';
import { readEventLogPages } from '../event-log/read-event-log.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';

/** The equity, in cents, that an account had before the event that breached it. */
export async function readEquityBefore(deps: Deps, account: StoredAccount, breach: Breach): Promise<number> {
  const rules = rulesOf(deps.catalog, account);
  let state = createState(rules);
  for await (const page of readEventLogPages(deps, account.id, breach.at)) {
    for (const { event } of page) {
      const next = applyEvent(rules, state, event);
      if (next.breach?.at === breach.at) return state.equityCents;
      state = next;
    }
  }
  return state.equityCents;
}
