import { sql } from 'kysely';
import { readCopierAvailability } from '#server/accounts/feed/copier-availability.ts';
import { copierChannel } from '#server/accounts/feed/queue-copies.ts';
import type { Deps } from '#server/core/deps.ts';
import { isReady } from '#server/core/health/readiness.ts';
import { copyPositions } from './copy-positions.ts';
import { createGroupQueue } from './group-queue.ts';

/** Finds what a lost message or a crash has left, well within three seconds. */
const intervalMs = 1_000;
/** One round in this many also rechecks orders that were blocked, for example by a suspension. */
const roundsPerRecheck = 30;
/** Each takes a database connection; half of a server's connections stay free for requests. */
const maxConcurrentGroups = 6;

/**
 * Copies whenever a leader has new events, and checks every second for anything left. Several servers may run it at
 * once, and a slow group delays no other.
 * @returns a function that stops it and waits for the current copies
 */
export async function runCopier(deps: Deps): Promise<() => Promise<void>> {
  if ((await readCopierAvailability(deps, deps.db)) !== 'available') return async () => undefined;
  const copy = async (groupId: string) => (isReady(deps) ? copyOne(deps, groupId) : undefined);
  const queue = createGroupQueue(copy, maxConcurrentGroups);
  let rounds = 0;

  const unsubscribe = await deps.bus.subscribe(copierChannel, queue.enqueue);
  const timer = setInterval(() => {
    rounds += 1;
    listDueGroups(deps, rounds % roundsPerRecheck === 0).then(
      (ids) => {
        for (const id of ids) queue.enqueue(id);
      },
      (error: unknown) => deps.log.error({ err: error }, 'the copier could not list due groups'),
    );
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await unsubscribe();
    await queue.stop();
  };
}

/** Copies everything that is due, as the running copier does each second. @returns the number of groups checked */
export async function runDueCopies(deps: Deps, isRecheck = false): Promise<number> {
  const ids = await listDueGroups(deps, isRecheck);
  for (const id of ids) await copyOne(deps, id);
  return ids.length;
}

async function copyOne(deps: Deps, groupId: string): Promise<void> {
  await copyPositions(deps, groupId).catch((error: unknown) =>
    deps.log.error({ err: error, groupId }, 'a leader could not be copied'),
  );
}

/**
 * Groups with due copies, and groups with followers that are flat by now, or could be, but aren't disarmed yet. It
 * doesn't read idle groups: ends of packages and accounts are queued like events.
 * @param isRecheck also include groups with an order of the leader that a follower lacks
 */
async function listDueGroups({ db }: Deps, isRecheck: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select copy_group.id from copy_queue join copy_group using (leader_id)
    union
    select link.group_id from copy_link as link join trading_account as account on account.id = link.account_id
    where link.phase in ('closing', 'flattening')
      and (link.phase = 'flattening' or account.state -> 'positions' = '[]'::jsonb)
    union
    select group_id from copy_link where ${isRecheck} and phase = 'armed' and unmatched <> '[]'::jsonb
  `.execute(db);
  return rows.map(({ id }) => id);
}
