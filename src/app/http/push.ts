/** Whether this browser supports alerts and what its user has decided. */
export type PushSupport = 'unsupported' | 'denied' | 'off' | 'on';

export type BrowserSubscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

const worker = '/push-worker.js';

const workerTypes = {
  createScriptURL(url: string): string {
    if (url !== worker) throw new TypeError(`Not our worker: ${url}`);
    return url;
  },
};

let trusted: typeof workerTypes | undefined;

/** Where Trusted Types are enforced, registering a worker needs a policy; a page may create each policy only once. */
function trustWorker(): typeof workerTypes {
  trusted ??= globalThis.trustedTypes?.createPolicy('service-worker', workerTypes) ?? workerTypes;
  return trusted;
}

function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readPushSupport(): Promise<PushSupport> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return (await findSubscription()) === null ? 'off' : 'on';
}

/** Asks for permission and subscribes this browser; null if its user or the browser refuses. */
export async function subscribeBrowser(publicKey: string): Promise<BrowserSubscription | null> {
  if (!isSupported() || (await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(trustWorker().createScriptURL(worker));
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // A subscription made with an earlier key of ours blocks a new one.
  const renew = async () => ((await unsubscribeBrowser()) === null ? null : pushManager.subscribe(options));
  const subscription = await pushManager
    .subscribe(options)
    .catch(renew)
    .catch(() => null);
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null;
}

/** @returns the endpoint that no longer receives messages; null if there was none */
export async function unsubscribeBrowser(): Promise<string | null> {
  if (!isSupported()) return null;
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}
