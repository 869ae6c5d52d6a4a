import { createState } from '../../../domain/account/engine.ts';
import type { AccountEvent } from '../../../domain/account/events.ts';
import type { AccountState } from '../../../domain/account/state.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import type { Deps, Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';
import { type AccountChange, accountChannel } from './channel.ts';
import { insertCheckpoints, insertEvents, pickFresh, thinEndedDay, upsertPoints } from './feed-rows.ts';
import { compareDelivered, foldEvents } from './fold.ts';
import { rulesColumns, rulesOf } from './rules-of.ts';
import { tellVerdict } from './tell-verdict.ts';

type Ingested = { readonly accepted: number; readonly sequence: number; readonly state: AccountState };

/**
 * Takes events as a platform delivers them: at least once, in any order. They count by their time and source id, so
 * every delivery of the same events ends in the same state. Throws a 404 for an account we do not have.
 */
export async function ingestEvents(
  deps: Deps,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<Ingested> {
  return deps.db.transaction().execute((trx) => ingestInto(deps, trx, accountId, delivered));
}

/** As `ingestEvents`, as a part of the caller's transaction; listeners hear of it when that commits. */
export async function ingestInto(
  deps: Deps,
  trx: Trx,
  accountId: string,
  delivered: readonly DeliveredEvent[],
): Promise<Ingested> {
  const account = await lockAccount(trx, accountId);
  const fresh = (await pickFresh(trx, accountId, delivered)).sort(compareDelivered);
  const [earliest] = fresh;
  if (!earliest) return { accepted: 0, sequence: account.sequence, state: account.state };

  const rules = rulesOf(deps.catalog, account);
  const newest = await findNewest(trx, accountId);
  await insertEvents(trx, accountId, account.sequence, fresh);
  const isLate = newest !== undefined && compareDelivered(earliest, newest) < 0;
  const base = isLate
    ? await rewind(trx, accountId, rules, earliest.event.at)
    : { ...account, events: fresh.map((entry) => entry.event) };
  const { state, points, checkpoints, endedDays } = foldEvents(rules, base, base.events);

  const sequence = account.sequence + fresh.length;
  await upsertPoints(trx, accountId, points);
  await insertCheckpoints(trx, accountId, checkpoints);
  for (const day of endedDays) await thinEndedDay(trx, accountId, day);
  await trx
    .updateTable('trading_account')
    .set({ state: JSON.stringify(state), sequence, open_day: openDayOf(state) })
    .where('id', '=', accountId)
    .execute();
  const wasReset = fresh.some(({ event }) => event.type === 'reset');
  await tellVerdict(deps, trx, { ...account, id: accountId, sequence, wasReset }, account.state, state);
  const change: AccountChange = { accountId, sequence };
  await deps.bus.publish(trx, accountChannel(account.person_id), JSON.stringify(change));
  return { accepted: fresh.length, sequence, state };
}

async function lockAccount(trx: Trx, accountId: string) {
  const row = await trx
    .selectFrom('trading_account')
    .select(['person_id', 'platform_account_id', 'ended_at', 'state', 'sequence', ...rulesColumns])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  const checkpoint = await trx
    .selectFrom('account_checkpoint')
    .select('event_count')
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { ...row, checkpointCount: checkpoint?.event_count ?? 0 };
}

/** The stored event that counts last, or undefined before the first. */
async function findNewest(trx: Trx, accountId: string): Promise<DeliveredEvent | undefined> {
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', accountId)
    .where('at', '=', (eb) =>
      eb
        .selectFrom('account_event as newest')
        .select((inner) => inner.fn.max('newest.at').as('at'))
        .where('newest.account_id', '=', accountId),
    )
    .execute();
  return rows.sort(compareDelivered).at(-1);
}

type Rewound = {
  readonly state: AccountState;
  readonly checkpointCount: number;
  readonly events: readonly AccountEvent[];
};

/** Goes back to the last checkpoint at or before a late event; what was derived after it is made anew. */
async function rewind(trx: Trx, accountId: string, rules: AccountRules, at: number): Promise<Rewound> {
  const checkpoint = await trx
    .selectFrom('account_checkpoint')
    .select(['at', 'state', 'event_count'])
    .where('account_id', '=', accountId)
    .where('at', '<=', new Date(at))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const from = checkpoint?.at ?? new Date(0);
  await trx.deleteFrom('account_checkpoint').where('account_id', '=', accountId).where('at', '>', from).execute();
  await trx.deleteFrom('account_point').where('account_id', '=', accountId).where('at', '>=', from).execute();
  const rows = await trx
    .selectFrom('account_event')
    .select(['source_id as sourceId', 'event'])
    .where('account_id', '=', accountId)
    .where('at', '>=', from)
    .execute();
  return {
    state: checkpoint?.state ?? createState(rules),
    checkpointCount: checkpoint?.event_count ?? 0,
    events: rows.sort(compareDelivered).map((row) => row.event),
  };
}

function openDayOf(state: AccountState): string | null {
  const last = state.days.at(-1);
  return last && !last.closed ? last.day : null;
}
