import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import { isDatabaseUnavailable } from '#server/core/database/timeouts.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { AffiliateClickTable, ClickMarks } from './tables.ts';

/** A row to write, with the affiliate's code instead of their id. */
export type ClickRow = Omit<Insertable<AffiliateClickTable>, 'affiliate_id' | 'subs'> & {
  readonly code: string;
  readonly subs: ClickMarks;
};

const batchSize = 100;
/** Ten visits cost about as much per statement as one, so under load visits wait this long to be written together. */
const gatherMs = 10;

type Waiting = { readonly row: ClickRow; readonly done: () => void; readonly fail: (error: unknown) => void };
type Queue = { waiting: Waiting[]; isWriting: boolean; wroteAt: number };

const queues = new WeakMap<Deps['db'], Queue>();

/**
 * Writes a visit and resolves once it is stored. A lone visit is written immediately; under load, visits are written in
 * a batch every few milliseconds.
 */
export function writeClick(db: Deps['db'], row: ClickRow): Promise<void> {
  const queue = queues.get(db) ?? { waiting: [], isWriting: false, wroteAt: Number.NEGATIVE_INFINITY };
  queues.set(db, queue);
  return new Promise((done, fail) => {
    queue.waiting.push({ row, done, fail });
    if (!queue.isWriting) void writeAll(db, queue);
  });
}

async function writeAll(db: Deps['db'], queue: Queue): Promise<void> {
  queue.isWriting = true;
  while (queue.waiting.length > 0) {
    await gather(queue);
    queue.wroteAt = performance.now();
    const batch = takeBatch(queue);
    try {
      await insertClicks(
        db,
        batch.map(({ row }) => row),
      );
      for (const { done } of batch) done();
    } catch (error) {
      // If the database is down, writing them one by one would only wait for it again each time.
      if (isDatabaseUnavailable(error)) for (const { fail } of batch) fail(error);
      // One visit that can't be written must not keep the others from being counted.
      else for (const { row, done, fail } of batch) await insertClicks(db, [row]).then(done, fail);
    }
  }
  queue.isWriting = false;
}

/** The embedded database answers before the next request is read from its socket, so even a lone visit waits a turn. */
function gather({ waiting, wroteAt }: Queue): Promise<void> {
  const waitMs = wroteAt + gatherMs - performance.now();
  return waitMs > 0 && waiting.length < batchSize ? delay(waitMs) : turn();
}

/** One statement can't write a row twice, so repeated visits wait for the next batch. */
function takeBatch(queue: Queue): readonly Waiting[] {
  const batch = new Map<string, Waiting>();
  const later: Waiting[] = [];
  for (const each of queue.waiting) {
    const key = `${each.row.code}\n${each.row.browser}\n${each.row.day}\n${each.row.link}`;
    if (batch.size < batchSize && !batch.has(key)) batch.set(key, each);
    else later.push(each);
  }
  queue.waiting = later;
  return [...batch.values()];
}

/**
 * Writes visits of approved affiliates' links; a repeated visit updates its row's time.
 * @returns whether each written row is new, in no particular order
 */
export async function insertClicks(db: Deps['db'] | Trx, rows: readonly ClickRow[]): Promise<readonly boolean[]> {
  const result = await sql<{ is_new: boolean }>`
    insert into affiliate_click
      (affiliate_id, id, browser, day, link, page, subs, creative, click_id, consent_version, first_at, last_at)
    select person_id, incoming.id, browser, day, link, page, subs, creative, click_id, consent_version, first_at,
      last_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming (
      code text, id text, browser text, day text, link text, page text, subs jsonb, creative text, click_id text,
      consent_version text, first_at timestamptz, last_at timestamptz
    )
    join affiliate on affiliate.code = incoming.code and affiliate.status = 'approved'
    -- Two servers must lock the same rows in the same order.
    order by person_id, browser, day, link
    on conflict (affiliate_id, browser, day, link)
    do update set last_at = excluded.last_at, click_id = coalesce(excluded.click_id, affiliate_click.click_id)
    returning (xmax = 0) as is_new
  `.execute(db);
  return result.rows.map(({ is_new: isNew }) => isNew);
}
