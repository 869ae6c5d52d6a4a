import { createHash } from 'node:crypto';
import type { Deps } from '#server/core/deps.ts';
import {
  bridgeAccessSchema,
  bridgeAccountSchema,
  bridgeBooksSchema,
  bridgePendingSchema,
  bridgeTransferSchema,
} from './bridge-messages.ts';
import { type Platform, PlatformPending, PlatformRefused } from './platform.ts';
import { postSigned, rootOf, type SignedPeer } from './post-signed.ts';
import { acceptsCoverage } from './signature-memory.ts';

type Settings = SignedPeer & {
  /** Remembers how much of its answers the bridge signs. */
  readonly db: Deps['db'];
};

/** What the platform says that an account holds, once nothing of it is on its way. */
export type PlatformBook = { readonly balanceCents: number; readonly positions: readonly object[] };
/** By our account's id. */
export type PlatformBooks = ReadonlyMap<string, PlatformBook>;

export type BridgePlatform = Platform & {
  /** Of accounts that are quiet, so that the site has every event that led there. */
  readBooks(): Promise<PlatformBooks>;
};

/**
 * Calls the bridge to a trading platform, signed in both directions: `POST {url}/accounts`, `/accounts/{id}/reset`,
 * `/accounts/{id}/access` (`trading`, `marketData`, `haltedInstruments`), `/accounts/{id}/transfer` and
 * `/accounts/{id}/close`. An idempotency key makes retries harmless.
 * @throws {PlatformPending} after a 202: something must happen at the platform first. {PlatformRefused} after a 422, with
 * the platform's words. Throws too unless the response is a success
 */
export function createBridgePlatform(settings: Settings): BridgePlatform {
  const { secret, db } = settings;

  async function post(path: string, idempotencyKey: string, message: object): Promise<string> {
    const { status, ok, text, coverage } = await postSigned(settings, path, idempotencyKey, message);
    const problem = `The platform bridge answered ${status} to ${path}`;
    if (!ok && status !== 422) throw new Error(problem);
    if (!coverage || !(await acceptsCoverage(db, `answers from ${rootOf(settings)}`, secret, coverage)))
      throw new Error('The platform bridge did not sign its answer');
    if (status === 422) throw new PlatformRefused(readWords(text) ?? problem);
    if (status === 202) throw new PlatformPending(`The platform can't do ${path} yet`, readPending(text));
    return text;
  }

  return {
    isSimulated: false,
    deliversHeartbeats: true,
    takesOrders: false,
    enforcesPersonalStop: 'if-announced',
    async openAccount(selection) {
      const account = bridgeAccountSchema.safeParse(
        JSON.parse(await post('/accounts', selection.accountId, selection)),
      );
      if (!account.success)
        throw new Error('The platform bridge answered without an account', { cause: account.error });
      return account.data;
    },
    async resetAccount(account, requestId) {
      await post(`/accounts/${encodeURIComponent(account.accountId)}/reset`, requestId, account);
    },
    async setAccess(account, access, revision) {
      const message = { ...account, revision, ...access };
      // The revision stays the same until it is acknowledged, but the message may change in between.
      const key = `${revision}-${createHash('sha256').update(JSON.stringify(message)).digest('hex').slice(0, 16)}`;
      const answer = await post(`/accounts/${encodeURIComponent(account.accountId)}/access`, key, message);
      const parsed = bridgeAccessSchema.safeParse(readJson(answer));
      return { isEffective: parsed.data?.effective ?? true };
    },
    async transferMoney(account, amountCents, requestId) {
      const answer = await post(`/accounts/${encodeURIComponent(account.accountId)}/transfer`, requestId, {
        ...account,
        requestId,
        amountCents,
      });
      const transferred = bridgeTransferSchema.safeParse(JSON.parse(answer));
      if (!transferred.success)
        throw new Error('The platform bridge transferred money without a time', { cause: transferred.error });
      return transferred.data;
    },
    async readBooks() {
      const { books } = bridgeBooksSchema.parse(JSON.parse(await post('/books', '', {})));
      return new Map(books.map(({ accountId, ...book }) => [accountId, book]));
    },
    async closeAccount(account) {
      await post(`/accounts/${encodeURIComponent(account.accountId)}/close`, `close-${account.accountId}`, account);
    },
  };
}

function readWords(text: string): string | undefined {
  const { error } = readJson(text) as { readonly error?: unknown };
  return typeof error === 'string' && error !== '' ? error.slice(0, 200) : undefined;
}

function readPending(text: string) {
  const parsed = bridgePendingSchema.safeParse(readJson(text));
  return parsed.data ?? ({ reason: 'person', until: null } as const);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
