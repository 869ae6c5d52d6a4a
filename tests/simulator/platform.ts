import { sign, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import type { AccountEvent, Fill } from '#shared/accounts/model.ts';

export const bridgeSecret = 'what the firm and the platform’s bridge both know';

type Transfer = { readonly accountId: string; readonly amountCents: number; readonly transferredAt: number };
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

/** A trading platform behind its bridge, with records of its own, which no stop of our server touches. */
export function createTradingPlatform() {
  const accounts = new Map<string, string>();
  const transfers = new Map<string, Transfer>();
  /** `acceptedAt` as our bridges keep it (src/bridge/core/site.ts). */
  const state = { isConnected: true, waiting: [] as Delivery[], acceptedAt: 0 };

  function answer(path: string, message: { accountId: string; requestId?: string; amountCents?: number }): object {
    const { accountId, requestId = '', amountCents = 0 } = message;
    if (path === '') {
      const platformAccountId = accounts.get(accountId) ?? `PLT-${1_000 + accounts.size}`;
      accounts.set(accountId, platformAccountId);
      return { platformAccountId, user: `user-${platformAccountId}`, secret: 'horse-battery' };
    }
    if (!path.endsWith('/transfer')) return {};
    const transfer = transfers.get(requestId) ?? { accountId, amountCents, transferredAt: Date.now() };
    transfers.set(requestId, transfer);
    return { transferredAt: transfer.transferredAt };
  }

  const ask: typeof fetch = async (input, init) => {
    if (!state.isConnected) throw new TypeError('fetch failed');
    const path = new URL(String(input)).pathname.replace(/^\/accounts/, '');
    const body = JSON.stringify(answer(path, JSON.parse(String(init?.body))));
    return new Response(body, { headers: signed(body) });
  };

  return { state, transfers, ask };
}
