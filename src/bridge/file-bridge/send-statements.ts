import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DateOrder } from '#shared/replay/fill-file/fill-file.ts';
import { createSite, isRejected } from '../core/site.ts';
import { type AccountStore, type BridgeAccount, listOpenTasks } from './account-store.ts';
import { type ParkedRow, readStatement, type StatementEvent } from './read-statement.ts';
import type { Memory } from './statement-memory.ts';

export type BridgeSettings = {
  readonly secret: string;
  /** The site's address. */
  readonly target: string;
  /** The zone of times without one, if the operator has set it. */
  readonly zone: string | undefined;
  /** The order of ambiguous dates, if the operator has set it. */
  readonly dateOrder: DateOrder | undefined;
  readonly folder: string;
  readonly statements: string;
  readonly port: number;
  readonly everyMs: number;
};

export type Say = (line: string) => void;

const eventsPerDelivery = 1_000;
const maxReported = 500;

async function post(settings: BridgeSettings, path: string, message: object): Promise<Record<string, number>> {
  return (await createSite(settings).post(path, message)) as Record<string, number>;
}

/** Sent after each check of the folder for platforms whose statements have been delivered, with the open tasks. */
async function sendHeartbeats(settings: BridgeSettings, store: AccountStore, failed: ReadonlySet<string>) {
  const platforms = new Set(Object.values(store.accounts).map(({ platform }) => platform));
  const tasks = listOpenTasks(store);
  for (const platform of platforms) {
    if (failed.has(platform)) continue;
    const own = tasks.filter((task) => task.platform === platform).slice(0, maxReported);
    await post(settings, 'heartbeat', {
      platform,
      tasks: own.map(({ id, accountId, kind, text, requestedAt }) => ({ id, accountId, kind, text, requestedAt })),
    });
  }
}

/** `RTH-100001.csv` or `RTH-100001 2026-11-20.csv`: the account's number, then any text that distinguishes files. */
const parseAccountNumber = (file: string) => /^[A-Za-z0-9-]+/.exec(basename(file))?.[0] ?? '';

/**
 * Sends new and changed files, then the heartbeats. A changed file is sent in full: known fills count once. A file that
 * can't be read or delivered leaves the others alone.
 */
export async function checkStatements(
  settings: BridgeSettings,
  store: AccountStore,
  sent: Map<string, string>,
  memory: Memory,
  say: Say,
): Promise<void> {
  const failed = new Set<string>();
  const files = readdirSync(settings.statements)
    .filter((name) => /\.(?:csv|tsv|txt)$/i.test(name))
    .sort()
    .map((file) => ({ file, ...pick(statSync(join(settings.statements, file))) }))
    .sort((left, right) => left.mtimeMs - right.mtimeMs);
  for (const { file, size, mtimeMs } of files) {
    const version = `${size}-${mtimeMs}`;
    if (sent.get(file) === version) continue;
    const platformAccountId = parseAccountNumber(file);
    const account = Object.values(store.accounts).find((each) => each.platformAccountId === platformAccountId);
    if (!account) {
      say(`${file}: this bridge did not open account ${platformAccountId}`);
      sent.set(file, version);
      continue;
    }
    try {
      const bytes = readFileSync(join(settings.statements, file));
      await sendStatement(settings, account, { file, bytes, asOf: Math.floor(mtimeMs) }, memory, say);
      // Only now, so that a failed delivery is sent again in the next round.
      sent.set(file, version);
    } catch (error) {
      failed.add(account.platform);
      say(`${file}: will try again: ${messageOf(error)}`);
    }
  }
  await sendHeartbeats(settings, store, failed).catch((error) => say(`will try again: ${messageOf(error)}`));
}

const pick = ({ size, mtimeMs }: Stats) => ({ size, mtimeMs });
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function sendStatement(
  settings: BridgeSettings,
  { platform, platformAccountId }: BridgeAccount,
  { file, bytes, asOf }: { readonly file: string; readonly bytes: Uint8Array; readonly asOf: number },
  memory: Memory,
  say: Say,
): Promise<void> {
  const account = { platform, platformAccountId, asOf };
  const { zone, dateOrder } = settings;
  const statement = readStatement(bytes, { platformAccountId, zone, dateOrder, now: Date.now() });
  const { parked, parkedCount, skipped, notes } = statement;
  const events = memory.identify(platformAccountId, statement.events);
  const refused: ParkedRow[] = [];
  for (let from = 0; from < events.length; from += eventsPerDelivery) {
    await deliver(settings, account, events.slice(from, from + eventsPerDelivery), file, refused, say);
  }
  const gone = memory.compare(platformAccountId, { ...statement, events, file, asOf });
  const rows = withOwnLines([...parked, ...refused, ...gone]);
  for (const { line, reason, value } of rows) {
    say(`${file}${line === 0 ? '' : `, line ${line}`}: not booked: ${reason}: ${value}`);
  }
  if (parkedCount > parked.length) say(`${file}: not booked: ${parkedCount - parked.length} more rows`);
  for (const { line, reason } of skipped) say(`${file}, line ${line}: skipped: ${reason}`);
  for (const note of notes) say(`${file}: ${note}`);
  // Replaces what was reported of this file before, so that a corrected row is no longer parked.
  const ofAccount = { platform, platformAccountId };
  await post(settings, 'unread-rows', {
    account: ofAccount,
    file: file.slice(0, 120),
    rows: rows.slice(0, maxReported),
  });
  memory.keep(platformAccountId, { ...statement, events, file, asOf });
}

/** The site keeps one row for each line of a file; a row of an earlier statement may have the line of another. */
function withOwnLines(rows: readonly ParkedRow[]): readonly ParkedRow[] {
  const taken = new Set<number>();
  return rows.map((row) => {
    let { line } = row;
    while (taken.has(line)) line += 1;
    taken.add(line);
    return { ...row, line };
  });
}

/** Delivers events. If the site refuses some, the others are delivered without them. */
async function deliver(
  settings: BridgeSettings,
  { asOf, ...account }: Pick<BridgeAccount, 'platform' | 'platformAccountId'> & { readonly asOf: number },
  events: readonly StatementEvent[],
  file: string,
  refused: ParkedRow[],
  say: Say,
): Promise<void> {
  try {
    const message = { account, asOf, events: events.map(({ sourceId, event }) => ({ sourceId, event })) };
    const { accepted, duplicates, parked } = await post(settings, 'events', message);
    say(`${file}: ${accepted} new, ${duplicates} known${parked ? `, ${parked} parked` : ''}`);
  } catch (error) {
    if (!isRejected(error)) throw error;
    const [first, ...others] = events;
    if (!first) return;
    if (others.length === 0) {
      refused.push({ line: first.line, reason: 'refused', value: error.message.slice(0, 60) });
      return;
    }
    const middle = Math.ceil(events.length / 2);
    await deliver(settings, { asOf, ...account }, events.slice(0, middle), file, refused, say);
    await deliver(settings, { asOf, ...account }, events.slice(middle), file, refused, say);
  }
}
