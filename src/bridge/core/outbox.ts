import { minuteMs } from '#lib/durations.ts';
import type { Clock } from './clock.ts';
import { createRecent } from './recent.ts';
import { isFinal, isRejected, Rejection, type Site } from './site.ts';
import type { Change, Store } from './store.ts';
import { shareRuns } from './turns.ts';

export type OutboxEvent = {
  readonly sourceId: string;
  readonly event: { readonly type: string; readonly at: number; readonly [field: string]: unknown };
};

type Waiting = OutboxEvent & { readonly accountId: string };
/** Something of the platform’s that isn't an event of a listed contract, or is one no longer, under a name of its own. */
type UnreadRow = { readonly file: string; readonly reason: 'instrument' | 'gone'; readonly value: string };
type RefusedEvent = Waiting & { readonly status: number };
const maxEvents = 5_000;
const maxEventsPerAccount = 1_000;
/** Fills of these accounts wait at the site while it takes what passes. */
const maxPassing = 100;
/** What vendors tell again from a cursor before it, which is stored later. */
const repeatedTypes: ReadonlySet<string> = new Set(['fill', 'fill-fee']);
const unknownStatus = 404;
/** An account that is being opened is known to the site within seconds. */
const unknownMs = 5 * minuteMs;

/** After a fill's: of the same millisecond, the site applies them in this order, and open profit includes the fill. */
export const equityId = (at: number) => `open-profit-${at}`;

type Parcel = readonly (readonly [key: string, value: Waiting])[];

/**
 * Events on their way to the site. They survive a crash, and leave only after the site's 200. What the site refuses is set
 * aside for a person, so that it doesn't hold up the others, and tried again after a restart; an account that it doesn't
 * know yet is tried again at once.
 */
export function createOutbox(store: Store, site: Site, say: (line: string) => void, clock: Pick<Clock, 'now'>) {
  /** What was last said under an event's key. */
  const known = createRecent<string, string>(clock);
  /** Accounts that the site doesn't know, and since when it says so. */
  const strangers = new Map<string, number>();
  const passing = createPassing(store, site);

  async function sendRound(): Promise<boolean> {
    const waiting = store.list<Waiting>('outbox').slice(0, maxEvents);
    const parcels = [...Map.groupBy(waiting, ([, { accountId }]) => accountId).values()].map((list) =>
      list.slice(0, maxEventsPerAccount),
    );
    if (parcels.length === 0) return false;
    const statuses = await deliver(site, parcels);
    // One bad event refuses those that it came with: each is tried alone.
    const isSplit = (index: number) => isFinal(statuses[index] ?? 500) && (parcels[index] ?? []).length > 1;
    const singles = parcels.flatMap((list, index) => (isSplit(index) ? list.map((each) => [each]) : []));
    const all = [...parcels.filter((_, index) => !isSplit(index)), ...singles];
    const results = [...statuses.filter((_, index) => !isSplit(index)), ...(await deliver(site, singles))];
    const done = all.flatMap((list, index) => list.flatMap((each) => settle(each, results[index] ?? 500)));
    // What has arrived would only be sent again.
    if (done.every(([collection]) => collection === 'outbox')) store.note(...done);
    else store.write(...done);
    return done.length > 0;
  }

  /** All that waits when this begins: while fills keep coming, there is always more. */
  async function sendWaiting(): Promise<void> {
    let due = store.list('outbox').map(([key]) => key);
    while (due.length > 0 && (await sendRound())) {
      const left = due.filter((key) => store.get('outbox', key) !== undefined);
      if (left.length === due.length) break;
      due = left;
    }
    await sendUnread(store, site, say, meetStranger);
  }

  const meetStranger = (accountId: string) => void strangers.set(accountId, strangers.get(accountId) ?? clock.now());

  /** What becomes of an event with the site's answer. */
  function settle([key, value]: Parcel[number], status: number): readonly Change[] {
    if (status === unknownStatus) meetStranger(value.accountId);
    else strangers.delete(value.accountId);
    if (status === 200) return [['outbox', key, null]];
    if (!isFinal(status)) return [];
    say(`the site refuses ${value.sourceId} of ${value.accountId} (${status})`);
    return [
      ['outbox', key, null],
      ['refused', key, { ...value, status }],
    ];
  }

  return {
    /**
     * Keeps events, and changes with them. Each is sent once a day, and again after a restart, which changes nothing; the
     * site decides about a fill that comes with other content. What the platform's clock dates ahead of ours happens now:
     * the site would refuse it, and a balance of now must include it.
     */
    add(accountId: string, events: readonly OutboxEvent[], ...changes: readonly Change[]): void {
      const kept = new Map<string, Waiting>();
      const fresh = events
        .map((each) => [`${accountId} ${each.sourceId}`, contentOf(each), each] as const)
        .filter(([key, content]) => known.get(key) !== content);
      for (const [key, content, { sourceId, event }] of fresh) {
        const earlier = kept.get(key) ?? store.get<Waiting>('outbox', key);
        // Another version doesn't replace one that waits.
        const ownKey = earlier && contentOf(earlier) !== content ? `${key} ${content}` : key;
        kept.set(ownKey, { accountId, sourceId, event: { ...event, at: Math.min(event.at, clock.now()) } });
      }
      const writes = [...kept].map(([key, value]) => ['outbox', key, value] as const);
      // Waiting for the disk at each fill would hold up all that follow.
      if (events.every(({ event }) => repeatedTypes.has(event.type))) store.note(...writes, ...changes);
      else store.write(...writes, ...changes);
      for (const [key, content] of fresh) known.set(key, content);
    },
    /** Sends an event of which only an account's newest matters, such as its open profit, without keeping it on disk. */
    pass: passing.add,
    /** Keeps a row that can't be booked, for the back office. */
    addUnread: (accountId: string, row: UnreadRow) =>
      store.write(['unread', `${accountId} ${row.file}`, { accountId, ...row }]),
    /** Sends all that waits now. @throws if the site can't be reached */
    flush: shareRuns(sendWaiting),
    /** Sends some of what passes; no event waits for it. @throws if the site can't be reached */
    flushPassing: shareRuns(passing.send),
    size: () => store.list('outbox').length,
    refused: () => store.list<RefusedEvent>('refused'),
    /** An account whose events wait because the site has not known it for minutes. */
    findStranger: () => [...strangers].find(([, since]) => clock.now() >= since + unknownMs)?.[0],
    /** Tries again what the site has refused; it may know better now. */
    retryRefused: () => {
      for (const [key, { status: _, ...value }] of store.list<RefusedEvent>('refused'))
        store.write(['outbox', key, value], ['refused', key, null]);
    },
    /** A person has booked it by hand, or decided that it needn't be. */
    forget: (key: string) => store.write(['refused', key, null]),
  };
}

/** Events of which only an account’s newest matters. */
function createPassing(store: Store, site: Site) {
  const newest = new Map<string, OutboxEvent>();

  /**
   * Sends the newest of what passes once; what isn't delivered is replaced by what follows. An account whose events still
   * wait comes later, because the site calculates again what an earlier event follows.
   */
  async function send(): Promise<void> {
    const behind = new Set(store.list<Waiting>('outbox').map(([, { accountId }]) => accountId));
    const waiting = [...newest].filter(([accountId]) => !behind.has(accountId)).slice(0, maxPassing);
    for (const [accountId] of waiting) newest.delete(accountId);
    const keyed = waiting.map(([accountId, event]) => [[event.sourceId, { accountId, ...event }]] as const);
    await deliver(site, keyed);
  }
  return { send, add: (accountId: string, event: OutboxEvent) => void newest.set(accountId, event) };
}

async function sendUnread(
  store: Store,
  site: Site,
  say: (line: string) => void,
  onUnknown: (accountId: string) => void,
): Promise<void> {
  for (const [key, { accountId, file, reason, value }] of store.list<UnreadRow & { readonly accountId: string }>(
    'unread',
  )) {
    const rows = [{ line: 1, reason, value: value.slice(0, 200) }];
    try {
      await site.post('unread-rows', { account: { accountId }, file, rows });
    } catch (error) {
      // One that the site doesn't take holds up no other.
      if (!(error instanceof Rejection)) throw error;
      if (error.status === unknownStatus) onUnknown(accountId);
      if (!isFinal(error.status)) continue;
      say(`the site refuses what a person must see: ${accountId}, ${file}: ${value} (${error.status})`);
    }
    store.write(['unread', key, null]);
  }
}

/** @returns the site's status of each parcel */
async function deliver(site: Site, parcels: readonly Parcel[]): Promise<readonly number[]> {
  if (parcels.length === 0) return [];
  const deliveries = parcels.map((list) => ({
    account: { accountId: list[0]?.[1].accountId },
    events: list.map(([, { sourceId, event }]) => ({ sourceId, event })),
  }));
  try {
    const answer = await site.post('events', { deliveries });
    return (answer['deliveries'] as readonly { readonly status: number }[]).map(({ status }) => status);
  } catch (error) {
    if (!isRejected(error)) throw error;
    if (parcels.length === 1) return [error.status];
    // One malformed event refuses the whole message: find whose it is.
    const half = Math.ceil(parcels.length / 2);
    return [...(await deliver(site, parcels.slice(0, half))), ...(await deliver(site, parcels.slice(half)))];
  }
}

/** The site knows any other event by its id alone. */
const contentOf = ({ event: { type, at, ...content } }: OutboxEvent) =>
  type === 'fill' ? `${at} ${Object.values(content).join(' ')}` : '';

export type Outbox = ReturnType<typeof createOutbox>;
