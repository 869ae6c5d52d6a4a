import { isRejected, type Site } from './site.ts';
import type { Store } from './store.ts';

export type OutboxEvent = {
  readonly sourceId: string;
  readonly event: { readonly type: string; readonly at: number; readonly [field: string]: unknown };
};

type Waiting = OutboxEvent & { readonly accountId: string };
type Delivered = { readonly status: number };

const maxEvents = 5_000;
const maxEventsPerAccount = 1_000;

/**
 * Events on their way to the site. They survive a crash, and leave only after the site's 200. What the site refuses is set
 * aside for a person, so that it doesn't hold up the others; an account that it doesn't know yet is tried again.
 */
export function createOutbox(store: Store, site: Site, say: (line: string) => void) {
  const known = new Set<string>();
  let sending: Promise<void> | undefined;

  async function sendRound(): Promise<boolean> {
    const waiting = store.list<Waiting>('outbox').slice(0, maxEvents);
    const byAccount = Map.groupBy(waiting, ([, { accountId }]) => accountId);
    const batches = [...byAccount].map(([accountId, list]) => [accountId, list.slice(0, maxEventsPerAccount)] as const);
    if (batches.length === 0) return false;
    const deliveries = batches.map(([accountId, list]) => ({
      account: { accountId },
      events: list.map(([, { sourceId, event }]) => ({ sourceId, event })),
    }));
    const statuses = await deliver(deliveries);
    const done: (readonly [string, string, unknown])[] = [];
    let isProgress = false;
    for (const [index, [accountId, list]] of batches.entries()) {
      const status = statuses[index] ?? 500;
      if (status === 404) continue;
      if (status !== 200) say(`the site refuses ${list.length} events of ${accountId} (${status})`);
      isProgress = true;
      for (const [key, value] of list) {
        done.push(['outbox', key, null]);
        if (status !== 200) done.push(['refused', key, { ...value, status }]);
      }
    }
    store.write(...done);
    return isProgress;
  }

  async function deliver(deliveries: readonly object[]): Promise<readonly number[]> {
    try {
      const answer = await site.post('events', { deliveries });
      return (answer['deliveries'] as readonly Delivered[]).map(({ status }) => status);
    } catch (error) {
      if (!isRejected(error)) throw error;
      if (deliveries.length === 1) return [error.status];
      // One malformed event refuses the whole message: find whose it is.
      return (await Promise.all(deliveries.map((each) => deliver([each])))).flat();
    }
  }

  return {
    /** Keeps events; each is sent once per run of the bridge, and again after a restart, which changes nothing. */
    add(accountId: string, events: readonly OutboxEvent[]): void {
      const fresh = events.filter(({ sourceId }) => !known.has(`${accountId} ${sourceId}`));
      for (const { sourceId } of fresh) known.add(`${accountId} ${sourceId}`);
      store.write(...fresh.map((each) => ['outbox', `${accountId} ${each.sourceId}`, { accountId, ...each }] as const));
    },
    /** Sends all that waits. @throws if the site can't be reached */
    flush(): Promise<void> {
      sending ??= (async () => {
        while (await sendRound());
      })().finally(() => {
        sending = undefined;
      });
      return sending;
    },
    size: () => store.list('outbox').length,
    refused: () => store.list('refused').length,
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
