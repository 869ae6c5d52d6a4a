import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { createResource, missingOr, notFound, pollWhile } from '#app/shell/stores/resource.ts';
import { $session } from '#app/shell/stores/session.ts';
import { normalizeEmail } from '#lib/email-address.ts';
import type { DataOf } from '#shared/core/call.ts';
import { storageKeys } from '#shared/core/constants.ts';
import type { User } from '#shared/core/envelope.ts';
import { latestOrder, orderResult, resendOrderMails } from '#shared/orders/contract.ts';

export type Order = DataOf<typeof orderResult>;

/** Declined payments aren't included, because another tab may still pay. A bank that processes one takes days. */
const settled: ReadonlySet<Order['status']> = new Set(['processing', 'fulfilled', 'canceled', 'expired', 'refunded']);
const polling = { firstMs: 800, maxMs: 10_000 };

type Target = {
  readonly orderId: string;
  readonly sessionId: string;
  /** Without an order: the address in the URL, whose owner sees their newest order. */
  readonly email?: string;
};

/** The newest order of the signed-in person, if the address is theirs. */
async function findLatest(email: string): Promise<Target | null> {
  const user = await new Promise<User | null>((resolve) => {
    const stop = $session.subscribe((session) => {
      if (session.status === 'checking') return;
      queueMicrotask(() => stop());
      resolve('user' in session ? session.user : null);
    });
  });
  if (user?.email !== normalizeEmail(email)) return null;
  const result = await send(latestOrder, {});
  return result.ok ? result.data.latest : null;
}

/** Polls an order until it is settled; the status in the address is never trusted. */
export function createOrderResult(target: Target) {
  let shown: Target | null = target.orderId === '' ? null : target;
  const $result = createResource(fetchOrder, { statusOf: missingOr(404, 422) });
  let stopPolling = () => {};

  async function fetchOrder() {
    if (shown === null && target.email) shown = await findLatest(target.email);
    if (shown === null) return notFound;
    const { orderId, sessionId } = shown;
    const browserSessionId = readStored(storageKeys.sessionId) ?? undefined;
    return send(orderResult, { query: { orderId, sessionId, ...(browserSessionId && { browserSessionId }) } });
  }

  function startPolling(): void {
    stopPolling();
    stopPolling = pollWhile($result, ({ status }) => !settled.has(status), polling);
  }

  return {
    $result,
    start(): () => void {
      startPolling();
      void $result.load();
      return () => {
        stopPolling();
        $result.abort();
      };
    },
    /** The order has just changed: polls now, and frequently again. */
    pollNow(): void {
      startPolling();
      void ($result.get().status === 'ready' ? $result.refresh() : $result.load());
    },
  };
}

type ResendTarget = {
  readonly orderId: string;
  readonly sessionId: string;
  /** Called with the address that receives the mails from now on. */
  readonly onSent: (email: string) => void;
};

export function createResendForm({ orderId, sessionId, onSent }: ResendTarget) {
  const browserSessionId = readStored(storageKeys.sessionId) ?? '';
  return createForm({
    contract: resendOrderMails,
    initial: { orderId, sessionId, browserSessionId, email: undefined as string | undefined },
    onSuccess: ({ data }) => onSent(data.email),
  });
}
