import { atom } from 'nanostores';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { $session } from '#app/shell/stores/session.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { storageKeys } from '#shared/core/constants.ts';
import type { User } from '#shared/core/envelope.ts';
import { latestOrder, orderResult, resendOrderMails } from '#shared/orders/contract.ts';

export type Order = DataOf<typeof orderResult>;

export type OrderResultState =
  | { readonly status: 'loading' }
  | { readonly status: 'found'; readonly order: Order }
  | { readonly status: 'missing' }
  | { readonly status: 'failed' };

/** Declined payments aren't included, because another tab may still pay. */
const settled: ReadonlySet<Order['status']> = new Set(['fulfilled', 'cancelled', 'expired', 'refunded']);
const firstWaitMs = 800;
const maxWaitMs = 10_000;

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
  if (user?.email.toLowerCase() !== email.toLowerCase()) return null;
  const result = await send(latestOrder, {});
  return result.ok ? result.data.latest : null;
}

/** Polls an order until it is settled; the status in the address is never trusted. */
export function createOrderResult(target: Target) {
  let { orderId, sessionId } = target;
  const $result = atom<OrderResultState>({ status: 'loading' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;
  let stopped = false;

  async function poll(): Promise<void> {
    const browserSessionId = readStored(storageKeys.sessionId) ?? undefined;
    const query = { orderId, sessionId, ...(browserSessionId && { browserSessionId }) };
    const result = await send(orderResult, { query });
    if (stopped) return;
    if (result.ok) {
      $result.set({ status: 'found', order: result.data });
      if (!settled.has(result.data.status)) pollLater();
      return;
    }
    const { failure } = result;
    const isUnknown = failure.kind === 'status' && (failure.status === 404 || failure.status === 422);
    if (isUnknown) {
      $result.set({ status: 'missing' });
      return;
    }
    if ($result.get().status !== 'found') {
      $result.set({ status: 'failed' });
      notifyFailure(failure);
      return;
    }
    pollLater();
  }

  /** Keeps a single timer, even when two responses arrive in a row. */
  function pollLater(): void {
    clearTimeout(timer);
    timer = setTimeout(poll, waitMs);
    waitMs = Math.min(waitMs * 1.4, maxWaitMs);
  }

  async function startLatest(): Promise<void> {
    const latest = target.email ? await findLatest(target.email) : null;
    if (stopped) return;
    if (!latest) {
      $result.set({ status: 'missing' });
      return;
    }
    ({ orderId, sessionId } = latest);
    await poll();
  }

  function start(): () => void {
    stopped = false;
    if (orderId === '') void startLatest();
    else void poll();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }

  function retry(): void {
    $result.set({ status: 'loading' });
    void poll();
  }

  /** The order has just changed: polls now, and frequently again. */
  function pollNow(): void {
    clearTimeout(timer);
    waitMs = firstWaitMs;
    void poll();
  }

  return { $result, start, retry, pollNow };
}

type ResendTarget = {
  readonly orderId: string;
  readonly sessionId: string;
  /** Called with the address that receives the mails from now on. */
  readonly onSent: (email: string) => void;
};

/** Resends a guest's mails to the address in the form. */
export function createResendForm({ orderId, sessionId, onSent }: ResendTarget) {
  const browserSessionId = readStored(storageKeys.sessionId) ?? '';
  return createForm({
    contract: resendOrderMails,
    initial: { orderId, sessionId, browserSessionId, email: undefined as string | undefined },
    onSuccess: ({ data }) => onSent(data.email),
  });
}
