import { minuteMs } from '#lib/durations.ts';
import { type BridgeTask, Pending, Refused } from '../core/adapter.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { Silenced } from '../core/throttle.ts';
import type { Accounts } from './accounts.ts';
import { isObject, type Rest, Unauthorized } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

type Row = Readonly<Record<string, unknown>>;
/** A transfer that was sent. It has moved the money once the vendor's log shows it, or a person has looked. */
type Sent = {
  readonly accountId: string;
  readonly amountCents: number;
  readonly sentAt: number;
  readonly transferredAt: number | null;
};

/** The vendor takes less than this at once. */
const maxCents = 9_999_999;
/** The log may lag behind, and holds only the current session: a person looks for what it doesn't show by then. */
const personAfterMs = 10 * minuteMs;

/**
 * Moves money between an account and the firm. The vendor knows no request key: the request's id is the comment, by which
 * the account's log is searched. That a transfer is sent is stored first, and what may have been sent is never sent again.
 */
export function createTransfers(
  rest: Rest,
  { currencyId }: Pick<TradovateSettings, 'currencyId'>,
  accounts: Accounts,
  { store, clock }: Pick<CoreParts, 'store' | 'clock'>,
) {
  const commentOf = (requestId: string) => requestId.slice(0, 64);

  async function transfer(accountId: string, amountCents: number, requestId: string) {
    if (Math.abs(amountCents) > maxCents)
      throw new Refused(`${amountCents} cents are more than the vendor moves at once`);
    const comment = commentOf(requestId);
    const { vendorId } = accounts.get(accountId);
    const before = await find(vendorId, comment);
    if (before !== undefined) return { transferredAt: before };
    const earlier = store.get<Sent>('transfers', comment);
    if (!earlier) await send(vendorId, comment, { accountId, amountCents, sentAt: clock.now(), transferredAt: null });
    else if (clock.now() >= earlier.sentAt + personAfterMs)
      throw new Pending(`a person must look for the transfer ${comment}`, 'person');
    const transferredAt = await find(vendorId, comment);
    if (transferredAt === undefined) throw new Error(`the vendor’s log doesn’t show the transfer ${comment} yet`);
    return { transferredAt };
  }

  async function send(vendorId: number, comment: string, sent: Sent): Promise<void> {
    const { amountCents } = sent;
    const cashChangeType = amountCents < 0 ? 'ChallengePayout' : 'ManualAdjustment';
    store.write(['transfers', comment, sent]);
    try {
      await rest.post('/fundTransaction/adjustcash', {
        ...{ accountId: vendorId, cashChange: amountCents / 100, cashChangeType, currencyId, comment },
      });
    } catch (error) {
      // The vendor's own no: nothing has moved.
      if (error instanceof Refused || error instanceof Silenced || error instanceof Unauthorized)
        store.write(['transfers', comment, null]);
      throw error;
    }
  }

  /** @returns when the money moved */
  async function find(vendorId: number, comment: string): Promise<number | undefined> {
    const known = store.get<Sent>('transfers', comment)?.transferredAt;
    if (known) return known;
    const rows = await rest.get(`/cashBalanceLog/deps?masterid=${vendorId}`);
    const row = Array.isArray(rows) ? rows.filter(isObject).find((each) => each['comment'] === comment) : undefined;
    if (row) takeLog(row);
    return row && Date.parse(String(row['timestamp']));
  }

  /** Remembers from the account's log that a transfer was made. @returns whether the row is one of ours */
  function takeLog(row: Row): boolean {
    const comment = String(row['comment'] ?? '');
    const sent = store.get<Sent>('transfers', comment);
    if (!sent) return false;
    if (sent.transferredAt === null)
      store.write(['transfers', comment, { ...sent, transferredAt: Date.parse(String(row['timestamp'])) }]);
    return true;
  }

  return {
    transfer,
    takeLog,
    /** What only a person can find out. */
    tasks: (): readonly BridgeTask[] =>
      store.list<Sent>('transfers').flatMap(([comment, { accountId, amountCents, sentAt, transferredAt }]) => {
        if (transferredAt !== null || clock.now() < sentAt + personAfterMs) return [];
        const { platformAccountId } = accounts.get(accountId);
        const amount = `${(amountCents / 100).toFixed(2)} dollars`;
        const text = `Look in the vendor’s records of ${platformAccountId} for ${amount} with the comment ${comment}. Then run the command, with “repeat” if they weren’t moved.`;
        const command = `node tradovate-bridge.mjs transfer ${comment} made`;
        return [{ id: comment, accountId, kind: 'transfer-money', text, command, requestedAt: sentAt }];
      }),
    /** A person has looked. @throws {Refused} if nobody has to */
    settle(comment: string, isMade: boolean): void {
      const sent = store.get<Sent>('transfers', comment);
      if (!sent || sent.transferredAt !== null) throw new Refused(`the transfer ${comment} isn’t in doubt`);
      store.write(['transfers', comment, isMade ? { ...sent, transferredAt: sent.sentAt } : null]);
    },
  };
}

export type Transfers = ReturnType<typeof createTransfers>;
