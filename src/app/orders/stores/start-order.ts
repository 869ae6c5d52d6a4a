import { map } from 'nanostores';
import { send } from '#app/http/call.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { startOrder } from '#shared/orders/contract.ts';

export type StartOrderState = {
  readonly consented: boolean;
  readonly error: string | undefined;
  readonly busy: boolean;
  readonly started: boolean;
};

type Target = {
  readonly orderId: string;
  /** The order's session id; not needed by a signed-in buyer. */
  readonly sessionId?: string;
  readonly onStarted?: () => void;
};

export function createStartOrder({ orderId, sessionId, onStarted }: Target) {
  const $start = map<StartOrderState>({ consented: false, error: undefined, busy: false, started: false });

  function setConsented(consented: boolean): void {
    $start.set({ ...$start.get(), consented, error: undefined });
  }

  async function submit(): Promise<void> {
    const { busy, consented, started } = $start.get();
    if (busy || started) return;
    $start.set({ ...$start.get(), busy: true, error: undefined });
    const result = await send(startOrder, { body: { orderId, sessionId, startNow: consented ? 1 : 0 } });
    if (result.ok) {
      $start.set({ ...$start.get(), busy: false, started: true });
      onStarted?.();
      return;
    }
    const { failure } = result;
    const error = failure.kind === 'status' ? failure.fields['startNow']?.[0] : undefined;
    $start.set({ ...$start.get(), busy: false, error });
    if (error === undefined) notifyFailure(failure);
  }

  return { $start, setConsented, submit };
}
