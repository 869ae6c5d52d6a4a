import type { Row } from '../core/answers.ts';
import type { OutboxEvent } from '../core/outbox.ts';
import { createRecent } from '../core/recent.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Change } from '../core/store.ts';
import type { Holdings } from './holdings.ts';
import type { Rest } from './rest.ts';

/** An order of an earlier session isn't in the lists, so it is asked for; a fill whose order nobody knows is given up on. */
const orderWaitMs = 2_000;

/** Whose an order is. What the vendor sends of it may come before it, or without it. */
export function createOrders(
  { clock, outbox, say }: CoreParts,
  rest: Pick<Rest, 'find'>,
  holdings: Holdings,
  accountIdOf: (vendorId: number) => string | undefined,
) {
  const vendorIds = createRecent<number, number>(clock);
  /** What waits for an order, by its id. */
  const early = new Map<number, (() => void)[]>();

  function take(order: Row): void {
    const id = Number(order['id']);
    vendorIds.set(id, Number(order['accountId']));
    const due = early.get(id) ?? [];
    early.delete(id);
    for (const run of due) run();
  }

  async function ask(orderId: number, fillId: number): Promise<void> {
    await clock.sleep(orderWaitMs);
    if (vendorIds.has(orderId)) return;
    const order = await rest.find(`/order/item?id=${orderId}`);
    if (order) take(order);
    else say(`fill ${fillId} waits for its order ${orderId}, which the vendor doesn't know`);
  }

  const accountOf = (orderId: number) => {
    const vendorId = vendorIds.get(orderId);
    return vendorId === undefined ? undefined : accountIdOf(vendorId);
  };

  return {
    take,
    has: vendorIds.has,
    /** Our account's id; undefined for an account that this bridge didn't open. */
    accountOf,
    /** @returns false if its account isn't ours */
    pass(orderId: number, event: OutboxEvent, ...changes: readonly Change[]): boolean {
      const accountId = accountOf(orderId);
      if (accountId === undefined) return false;
      outbox.add(accountId, [event], ...changes);
      holdings.touch(Number(vendorIds.get(orderId)));
      return true;
    },
    /** Leaves to people what can't be booked. */
    passUnread(orderId: number, name: string, value: string): void {
      const accountId = accountOf(orderId);
      if (accountId === undefined) return;
      say(`${name} of ${accountId} can't be booked: ${value}`);
      outbox.addUnread(accountId, { file: `Tradovate ${name}`, reason: 'instrument', value });
    },
    /** Runs at once, or when the order has come. */
    whenKnown(orderId: number, fillId: number, run: () => void): void {
      if (vendorIds.has(orderId)) run();
      else {
        early.set(orderId, [...(early.get(orderId) ?? []), run]);
        void ask(orderId, fillId).catch((error) => say(`order ${orderId} can't be read: ${error}`));
      }
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;
