import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { copyPositions } from './copy-positions.ts';
import { copierChannel } from './queue-copies.ts';

/** Finds what a lost message, a crash or the end of a package left to do, well within three seconds. */
const everyMs = 1_000;

/**
 * Copies whenever a leader has new events, and looks for anything left every second. Several servers may do so at once.
 * @returns a function that stops it and waits for the current copies
 */
export async function runCopier(deps: Deps): Promise<() => Promise<void>> {
  if (!deps.platform.takesOrders) return async () => undefined;
  const wanted = new Set<string>();
  let running: Promise<void> | null = null;
  let stopped = false;

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
    listDueGroups(deps).then(
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
export async function runDueCopies(deps: Deps): Promise<number> {
  const ids = await listDueGroups(deps);
  for (const id of ids) await copyOne(deps, id);
  return ids.length;
}

async function copyOne(deps: Deps, groupId: string): Promise<void> {
  await copyPositions(deps, groupId).catch((error: unknown) =>
    deps.log.error({ err: error, groupId }, 'a leader could not be copied'),
  );
}

/** Groups with events to copy, with followers that are still closing, and with armed ones whose package has ended. */
async function listDueGroups({ db, clock }: Deps): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from copy_group
    where leader_id in (select leader_id from copy_due)
      or id in (select group_id from copy_link where phase in ('closing', 'flattening'))
      or (id in (select group_id from copy_link where phase = 'armed') and not exists (
        select from subscription
        where subscription.person_id = copy_group.person_id and kind = 'thor' and status = 'active'
          and period_starts_at <= ${clock()}))
  `.execute(db);
  return rows.map(({ id }) => id);
}
