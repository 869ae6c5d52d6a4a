import { minuteMs } from '#lib/durations.ts';
import { type BridgeTask, Pending, Refused, Unauthorized } from './adapter.ts';
import type { CoreParts } from './run-bridge.ts';
import { Silenced } from './throttle.ts';

/** A transfer that was sent. It has moved the money once the vendor's log shows it, or a person has looked. */
export type SentTransfer = {
  readonly accountId: string;
  readonly amountCents: number;
  readonly sentAt: number;
  readonly transferredAt: number | null;
};

type Vendor = {
  /** The bridge's file, for the command with which a person settles a transfer. */
  readonly script: string;
  /** The vendor moves no more at once. */
  readonly maxCents: number;
  send(accountId: string, amountCents: number, id: string): Promise<unknown>;
  /** Looks in the vendor's log, and settles what it finds there. */
  look(accountId: string, id: string): Promise<unknown>;
  platformAccountIdOf(accountId: string): string;
  /** What a person looks for beside account and amount. */
  describe(id: string, sent: SentTransfer): string;
};

/** The log may lag behind, and holds only recent entries: a person looks for what it doesn't show by then. */
const personAfterMs = 10 * minuteMs;

/**
 * Moves money between an account and the firm. Vendors know no request key: that a transfer is sent is stored first, what
 * may have been sent is never sent again, and the vendor's log says whether it was made.
 */
export function createTransfers(vendor: Vendor, { store, clock }: Pick<CoreParts, 'store' | 'clock'>) {
  const find = (id: string) => store.get<SentTransfer>('transfers', id);

  async function transfer(accountId: string, amountCents: number, requestId: string) {
    if (Math.abs(amountCents) > vendor.maxCents)
      throw new Refused(`${amountCents} cents are more than the vendor moves at once`);
    const id = requestId.slice(0, 64);
    const before = await findTime(accountId, id);
    if (before !== null) return { transferredAt: before };
    const earlier = find(id);
    if (!earlier) await send(id, { accountId, amountCents, sentAt: clock.now(), transferredAt: null });
    else if (clock.now() >= earlier.sentAt + personAfterMs)
      throw new Pending(`a person must look for the transfer ${id}`, 'person');
    const transferredAt = await findTime(accountId, id);
    if (transferredAt === null) throw new Error(`the vendor’s log doesn’t show the transfer ${id} yet`);
    return { transferredAt };
  }

  async function send(id: string, sent: SentTransfer): Promise<void> {
    store.write(['transfers', id, sent]);
    try {
      await vendor.send(sent.accountId, sent.amountCents, id);
    } catch (error) {
      // The vendor's own no: nothing has moved.
      if (error instanceof Refused || error instanceof Silenced || error instanceof Unauthorized)
        store.write(['transfers', id, null]);
      throw error;
    }
  }

  /** @returns when the money moved; null if the vendor's log doesn't show it */
  async function findTime(accountId: string, id: string): Promise<number | null> {
    const known = find(id)?.transferredAt ?? null;
    if (known !== null) return known;
    await vendor.look(accountId, id);
    return find(id)?.transferredAt ?? null;
  }

  return {
    transfer,
    find,
    list: () => store.list<SentTransfer>('transfers'),
    /** The vendor's log shows a transfer. */
    confirm(id: string, transferredAt: number): void {
      const sent = find(id);
      if (sent?.transferredAt === null) store.write(['transfers', id, { ...sent, transferredAt }]);
    },
    /** What only a person can find out. */
    tasks: (): readonly BridgeTask[] =>
      store.list<SentTransfer>('transfers').flatMap(([id, sent]) => {
        const { accountId, amountCents, sentAt, transferredAt } = sent;
        if (transferredAt !== null || clock.now() < sentAt + personAfterMs) return [];
        const amount = `${(amountCents / 100).toFixed(2)} dollars ${vendor.describe(id, sent)}`;
        const text = `Look in the vendor’s records of ${vendor.platformAccountIdOf(accountId)} for ${amount}. Then run the command, with “repeat” if they weren’t moved.`;
        const command = `node ${vendor.script} transfer ${id} made`;
        return [{ id, accountId, kind: 'transfer-money', text, command, requestedAt: sentAt }];
      }),
    /** A person has looked. @throws {Refused} if nobody has to */
    settle(id: string, isMade: boolean): void {
      const sent = find(id);
      if (!sent || sent.transferredAt !== null) throw new Refused(`the transfer ${id} isn’t in doubt`);
      store.write(['transfers', id, isMade ? { ...sent, transferredAt: sent.sentAt } : null]);
    },
  };
}

export type Transfers = ReturnType<typeof createTransfers>;
