import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { readCopierAvailability } from './availability.ts';
import { copyPositions } from './copy-positions.ts';
import { copierChannel } from './queue-copies.ts';

/** Finds what a lost message or a crash left to do, well within three seconds. */
const everyMs = 1_000;
/** A round in so many also looks for what no longer stands in the way of an order, such as a suspension. */
const roundsPerRecheck = 30;

/**
 * Copies whenever a leader has new events, and looks for anything left every second. Several servers may do so at once.
 * @returns a function that stops it and waits for the current copies
 */
export async function runCopier(deps: Deps): Promise<() => Promise<void>> {
  if ((await readCopierAvailability(deps, deps.db)) !== 'available') return async () => undefined;
  const wanted = new Set<string>();
  let running: Promise<void> | null = null;
  let stopped = false;
  let rounds = 0;

  async function run(): Promise<void> {
    for (const groupId of wanted) {
      wanted.delete(groupId);
      if (!stopped) await copyOne(deps, groupId);
    }
    running = null;
  }

  function want(groupId: string): void {
    wanted.add(groupId);
    running ??= run();
  }

  const unsubscribe = await deps.bus.subscribe(copierChannel, want);
  const timer = setInterval(() => {
    rounds += 1;
    listDueGroups(deps, rounds % roundsPerRecheck === 0).then(
      (ids) => {
        for (const id of ids) want(id);
      },
      (error: unknown) => deps.log.error({ err: error }, 'the copier could not look for what is due'),
    );
  }, everyMs);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await unsubscribe();
    await running;
  };
}

/** Copies everything that is due, as the running copier does each second. @returns how many groups it looked at */
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
 * Groups with something due, and with followers that are flat by now, or could be, and not yet disarmed. It reads
 * nothing of the groups at rest: the ends of packages and accounts are queued like events.
 * @param isRecheck also those with an order of the leader that a follower lacks
 */
async function listDueGroups({ db }: Deps, isRecheck: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select copy_group.id from copy_due join copy_group using (leader_id)
    union
    select link.group_id from copy_link as link join trading_account as account on account.id = link.account_id
    where link.phase in ('closing', 'flattening')
      and (link.phase = 'flattening' or account.state -> 'positions' = '[]'::jsonb)
    union
    select group_id from copy_link where ${isRecheck} and phase = 'armed' and unmatched <> '[]'::jsonb
  `.execute(db);
  return rows.map(({ id }) => id);
}
