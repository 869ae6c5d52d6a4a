import { sign, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import type { AccountEvent, AccountRules, Fill } from '#shared/accounts/model.ts';

export const bridgeSecret = 'what the firm and the platform’s bridge both know';

/** Where the bridge is, and another's, whose platform accounts may move to. */
export const bridgeUrl = 'https://bridge.example';
export const newBridgeUrl = 'https://new-bridge.example';

type Transfer = { readonly accountId: string; readonly amountCents: number; readonly transferredAt: number };
type Account = {
  readonly url: string;
  readonly accountId: string;
  readonly platformAccountId: string;
  readonly startCents: number;
};
type Message = {
  readonly accountId: string;
  readonly requestId?: string;
  readonly amountCents?: number;
  readonly rules?: AccountRules;
};
/** What a platform says about a fill that it has delivered. */
export type Amendment = { readonly of: string; readonly at: number } & (
  | { readonly type: 'fill-correction'; readonly fill: Pick<Fill, 'side' | 'quantity' | 'priceTicks'> }
  | { readonly type: 'fill-fee'; readonly feeCents: number }
);
type Delivery = {
  readonly account: { readonly accountId: string };
  readonly events: readonly { readonly sourceId: string; readonly event: AccountEvent | Amendment }[];
};

/** Signs a message between the firm and the bridge. */
export function signed(body: string, at = Date.now()): Record<string, string> {
  const { timestamp, signature } = sign(bridgeSecret, body, new Date(at));
  return { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
}

/**
 * Trading platforms behind their bridges, with records of their own, which no stop of our server touches.
 * @param readBooked what an account's trades come to, in cents
 */
export function createTradingPlatform(readBooked: (accountId: string) => Promise<number>) {
  const accounts = new Map<string, Account>();
  const transfers = new Map<string, Transfer>();
  /** `acceptedAt` as our bridges keep it (src/bridge/core/site.ts). */
  const state = { isConnected: true, connectedAt: 0, waiting: [] as Delivery[], acceptedAt: 0 };

  /** Nobody trades on the new platform while accounts move there. */
  async function listBooks(url: string): Promise<object> {
    const books = [];
    for (const { accountId, startCents } of [...accounts.values()].filter((each) => each.url === url)) {
      const moved = [...transfers].filter(([id, { accountId: of }]) => of === accountId && id.startsWith('move-'));
      const arrived = moved.reduce((total, [, { amountCents }]) => total + amountCents, startCents);
      books.push({
        accountId,
        balanceCents: url === newBridgeUrl ? arrived : await readBooked(accountId),
        positions: [],
      });
    }
    return { books };
  }

  async function answer(url: string, path: string, message: Message): Promise<object> {
    const { accountId, requestId = '', amountCents = 0, rules } = message;
    if (path === '/books') return listBooks(url);
    if (path === '') {
      const key = `${url} ${accountId}`;
      const platformAccountId = accounts.get(key)?.platformAccountId ?? `PLT-${1_000 + accounts.size}`;
      accounts.set(key, { url, accountId, platformAccountId, startCents: rules?.startingBalanceCents ?? 0 });
      return { platformAccountId, user: `user-${platformAccountId}`, secret: 'horse-battery' };
    }
    if (!path.endsWith('/transfer')) return {};
    const transfer = transfers.get(requestId) ?? { accountId, amountCents, transferredAt: Date.now() };
    transfers.set(requestId, transfer);
    return { transferredAt: transfer.transferredAt };
  }

  const ask: typeof fetch = async (input, init) => {
    if (!state.isConnected) throw new TypeError('fetch failed');
    const { origin, pathname } = new URL(String(input));
    const asked = JSON.parse(String(init?.body));
    const body = JSON.stringify(await answer(origin, pathname.replace(/^\/accounts/, ''), asked));
    return new Response(body, { headers: signed(body) });
  };

  return { state, transfers, ask };
}
