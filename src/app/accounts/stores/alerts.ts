import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { type PushSupport, readPushSupport, subscribeBrowser, unsubscribeBrowser } from '#app/http/push.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { notify, notifyFailure } from '#app/shell/stores/toasts.ts';
import { fetchAlerts, subscribePush, unsubscribePush, updateAlerts } from '#shared/accounts/contract-alerts.ts';
import type { DataOf } from '#shared/core/call.ts';

export type Alerts = DataOf<typeof fetchAlerts>;
export type AlertChanges = Partial<Omit<Alerts, 'accountId' | 'pushKey' | 'pushHere'>>;

/** Whether this browser receives alerts; `refused` after its user declined or its push service failed. */
export const $push = atom<PushSupport | 'busy' | 'refused'>('off');

const stored = new Map<string, Alerts>();

/** The alert settings of the account on screen, and with them whether this browser receives alerts. */
export const $alerts = createResource(
  async (accountId: string) => {
    const [answer, support] = await Promise.all([send(fetchAlerts, { query: { accountId } }), readPushSupport()]);
    if (answer.ok) {
      // The browser's subscription may be left over from another person, or from a session that ended elsewhere.
      $push.set(support === 'on' && !answer.data.pushHere ? 'off' : support);
      stored.set(accountId, answer.data);
    }
    return answer;
  },
  { isQuiet: true },
);

let sending: Promise<void> = Promise.resolve();

/** Shows the change at once and reverts it if the server doesn't store it. Changes are sent one after another. */
export function changeAlerts(changes: AlertChanges): Promise<void> {
  const { status, data: shown } = $alerts.get();
  if (status !== 'ready') return Promise.resolve();
  $alerts.change((now) => ({ ...now, ...changes }));
  sending = sending.then(() => storeChanges(shown.accountId, changes));
  return sending;
}

async function storeChanges(accountId: string, changes: AlertChanges): Promise<void> {
  const before = stored.get(accountId);
  if (before === undefined) return;
  const { pushKey, pushHere, ...body } = { ...before, ...changes };
  const result = await send(updateAlerts, { body });
  if (result.ok) {
    stored.set(accountId, { ...body, pushKey, pushHere });
    notify('success', { key: 'saved' });
    return;
  }
  $alerts.change((shown) => (shown.accountId === accountId ? withoutChanges(shown, changes, before) : shown));
  notifyFailure(result.failure);
}

/** Reverts changes, except those that were changed again since. */
function withoutChanges(shown: Alerts, changes: AlertChanges, before: Alerts): Alerts {
  const names = Object.keys(changes) as (keyof AlertChanges)[];
  const restored = names.filter((name) => shown[name] === changes[name]).map((name) => [name, before[name]]);
  return { ...shown, ...Object.fromEntries(restored) };
}

export async function turnPushOn(): Promise<void> {
  const { data: alerts } = $alerts.get();
  if (alerts === undefined || $push.get() === 'busy') return;
  $push.set('busy');
  const subscription = await subscribeBrowser(alerts.pushKey);
  if (subscription === null) {
    const support = await readPushSupport();
    $push.set(support === 'denied' ? 'denied' : 'refused');
    return;
  }
  const result = await send(subscribePush, { body: subscription });
  if (!result.ok) {
    await unsubscribeBrowser();
    notifyFailure(result.failure);
  }
  $push.set(result.ok ? 'on' : 'off');
}

export async function turnPushOff(): Promise<void> {
  if ($push.get() === 'busy') return;
  $push.set('busy');
  const endpoint = await unsubscribeBrowser();
  $push.set('off');
  if (endpoint !== null) await send(unsubscribePush, { body: { endpoint } });
}
