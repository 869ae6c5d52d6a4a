import { createHash } from 'node:crypto';
import type { output } from 'zod/mini';
import { dayMs } from '#lib/durations.ts';
import { fullName, latinNameOf } from '#lib/person-name.ts';
import { findRow, getRow } from '#server/core/database/rows.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { breachReport } from '#shared/accounts/contract-breach.ts';
import { applyEvent, createState, replay } from '#shared/accounts/engine.ts';
import { type EventLogLine, writeEventLogLine, writeRulesLine } from '#shared/accounts/event-log.ts';
import type { AccountEvent, AccountRules, AccountState, Breach } from '#shared/accounts/model.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';
import { describeRules } from '../details/describe.ts';
import { readEventLogPages } from '../event-log/read-event-log.ts';
import { getOwnAccount } from '../get-own-account.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';

type Report = output<typeof breachReport.data>;

const maxMoments = 40;

/** @throws {ServiceError} 404 unless it is the person's own breached account */
export async function getBreachedAccount(
  deps: Deps,
  personId: string,
  accountId: string,
): Promise<{ readonly account: StoredAccount; readonly breach: Breach }> {
  const account = await getOwnAccount(deps, personId, accountId);
  const { breach } = account.state;
  if (breach === null) throw notFound();
  return { account, breach };
}

/** Yields a breach's record as text: the rules, then every event up to the breach. */
export async function* writeEventLog(deps: Deps, account: StoredAccount, breach: Breach): AsyncGenerator<string> {
  yield writeRulesLine(rulesOf(deps.catalog, account));
  for await (const page of readEventLogPages(deps, account.id, breach.at)) yield page.map(writeEventLogLine).join('');
}

export async function reportBreach(deps: Deps, personId: string, accountId: string): Promise<Report> {
  const { account, breach } = await getBreachedAccount(deps, personId, accountId);
  const rules = rulesOf(deps.catalog, account);
  const hash = createHash('sha256').update(writeRulesLine(rules));
  let inputCount = 0;
  let before = createState(rules);
  let tail: readonly EventLogLine[] = [];
  for await (const page of readEventLogPages(deps, accountId, breach.at)) {
    for (const line of page) hash.update(writeEventLogLine(line));
    inputCount += page.length;
    const lines = [...tail, ...page];
    before = replay(
      rules,
      lines.slice(0, -maxMoments).map(({ event }) => event),
      before,
    );
    tail = lines.slice(-maxMoments);
  }
  const person = await getRow(deps.db, 'person', personId, ['first_name', 'last_name', 'latin_name']);
  const dispute = await findRow(deps.db, 'account_dispute', { account_id: accountId, breach_at: new Date(breach.at) });
  return {
    accountId,
    firm: deps.catalog.site.legalName,
    trader: fullName(person),
    traderInLatin: latinNameOf(person),
    openedAt: account.opened_at.getTime(),
    ...breach,
    rulesVersion: account.rules_version,
    rules: describeRules(deps, account),
    moments: momentsOf(rules, before, tail),
    inputCount,
    inputsSha256: hash.digest('hex'),
    dispute: {
      until: disputeDeadline(deps, breach),
      filedAt: dispute?.created_at.getTime() ?? null,
      dueAt: dispute ? (dispute.due_at ?? decisionDeadline(deps, dispute.created_at)).getTime() : null,
      decision:
        dispute && dispute.status !== 'open' && dispute.decided_at !== null
          ? { status: dispute.status, at: dispute.decided_at.getTime(), reason: dispute.decision_reason ?? '' }
          : null,
    },
  };
}

export function disputeDeadline(deps: Deps, breach: Breach): number {
  return breach.at + deps.catalog.packages.accounts.disputeDays * dayMs;
}

/** By when a dispute filed at a time is decided, as the complaints page says. */
export function decisionDeadline({ catalog }: Deps, filedAt: Date): Date {
  return new Date(bankDeadline(filedAt.getTime(), catalog.support.resolutionBankDays));
}

function momentsOf(rules: AccountRules, from: AccountState, lines: readonly EventLogLine[]): Report['moments'] {
  let state = from;
  const moments: Report['moments'] = [];
  for (const { sourceId, event } of lines) {
    state = applyEvent(rules, state, event);
    const { equityCents, floorCents, dailyFloorCents, status } = state;
    const price = priceOf(event);
    moments.push({ at: event.at, sourceId, type: event.type, equityCents, floorCents, dailyFloorCents, status, price });
    // The fills that close the positions follow in the same millisecond and no longer count.
    if (status === 'breached') break;
  }
  return moments;
}

function priceOf(event: AccountEvent): Report['moments'][number]['price'] {
  if (event.type !== 'fill' && event.type !== 'mark') return null;
  const { instrument, month, priceTicks } = event;
  return { instrument, month, priceTicks };
}
