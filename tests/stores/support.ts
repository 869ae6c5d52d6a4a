import { afterAll, afterEach, beforeEach, onTestFinished } from 'vitest';
import { removeStored, writeStored } from '#app/http/browser-storage.ts';
import { $session, guardSession } from '#app/shell/stores/session.ts';
import { consumeToasts } from '#app/shell/stores/toasts.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { startTestApp, type TestApp } from '../server/support/app.ts';
import { startWaiting } from '../support/eventually.ts';

type Answer = Response | undefined | Promise<Response | undefined>;

function whenAborted({ signal }: Request): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Sends the browser's requests to the in-process app; `answer` can replace or delay single responses. */
export function connectFetch(
  { app }: Pick<TestApp, 'app'>,
  answer: (path: string, request: Request) => Answer = () => undefined,
): () => void {
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const answered = await Promise.race([answer(pathname, request.clone()), whenAborted(request)]);
    // The app copies the request, and Node can't copy a request with `keepalive`.
    return answered ?? app.request(pathname + search, new Request(request, { keepalive: false }));
  };
  return () => {
    globalThis.fetch = before;
  };
}

/** Stores the cookies of responses and sends them back, as a browser does for this site; ends when the page is left. */
export function keepCookies(): void {
  const send = globalThis.fetch;
  const cookies = new Map<string, string>();
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (cookies.size > 0) request.headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await send(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

/** An app for the tests of one file. Each test starts on a fresh page whose requests go to the app. */
export async function serveStores(options?: Parameters<typeof startTestApp>[0]): Promise<TestApp> {
  const server = await startTestApp(options);
  let disconnect: () => void = () => undefined;
  afterAll(() => server.close());
  beforeEach(() => {
    disconnect = connectFetch(server);
    resetPage();
  });
  afterEach(() => disconnect());
  return server;
}

const pageEvents = new EventTarget();
Object.assign(globalThis, {
  addEventListener: pageEvents.addEventListener.bind(pageEvents),
  removeEventListener: pageEvents.removeEventListener.bind(pageEvents),
});

/** Fires the event of a page that the back button restores from memory. */
export function restorePage(): void {
  pageEvents.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
}

/** Resets the page to its initial state: no token, no toasts, session not checked yet. */
export function resetPage(): void {
  removeStored(...Object.values(storageKeys));
  consumeToasts();
  guardSession();
  $session.set({ status: 'checking' });
}

export function signIn(token: string, expiresInMs = 3_600_000): void {
  writeStored(storageKeys.token, token);
  writeStored(storageKeys.tokenExpiry, String(Date.now() + expiresInMs));
}

/** The texts or keys of the toasts since the last call. */
export function toasts() {
  return consumeToasts().map(({ message }) => message);
}

/** Gives the page an address and records where it navigates. `state` is its history entry's state. */
export function openPage(
  path: string,
  state: unknown = null,
): { readonly visited: string[]; readonly address: () => string; readonly state: () => unknown } {
  const url = new URL(path, 'http://app.test');
  const visited: string[] = [];
  let address = url;
  const go = (to: string) => void visited.push(to);
  const location = {
    get href() {
      return address.href;
    },
    get pathname() {
      return address.pathname;
    },
    get search() {
      return address.search;
    },
    get hash() {
      return address.hash;
    },
    origin: url.origin,
    assign: go,
    replace: go,
    reload: () => go('reload'),
  };
  const history = {
    state,
    replaceState(next: unknown, _: string, to = '') {
      history.state = next;
      address = new URL(to, address);
    },
    pushState: (next: unknown, _: string, to?: string) => history.replaceState(next, _, to),
  };
  Object.assign(globalThis, { location, history });
  return { visited, address: () => address.pathname + address.search + address.hash, state: () => history.state };
}

type Download = { readonly name: string; readonly content: Blob };

/** Collects the files that a test saves. */
export function catchDownloads(): readonly Download[] {
  const saved: Download[] = [];
  const contents = new Map<string, Blob>();
  const { createObjectURL } = URL;
  URL.createObjectURL = (content) => {
    const url = createObjectURL(content as Blob);
    contents.set(url, content as Blob);
    return url;
  };
  const createElement = () => ({
    href: '',
    download: '',
    click() {
      saved.push({ name: this.download, content: contents.get(this.href) ?? new Blob() });
    },
  });
  Object.assign(globalThis, { document: { createElement, documentElement: { lang: 'en' } } });
  onTestFinished(() => {
    URL.createObjectURL = createObjectURL;
    Reflect.deleteProperty(globalThis, 'document');
  });
  return saved;
}

/**
 * Lets the page work until a condition is met: a store's value, or a call that arrived.
 * @throws after a minute, with the condition
 */
export async function until(isMet: () => boolean): Promise<void> {
  const failIfLate = startWaiting(String(isMet));
  while (!isMet()) {
    failIfLate();
    await new Promise(setImmediate);
  }
}

/** A promise that the test settles itself. */
export function hold<Value>(): { readonly promise: Promise<Value>; readonly settle: (value: Value) => void } {
  const { promise, resolve } = Promise.withResolvers<Value>();
  return { promise, settle: resolve };
}

/** Counts the calls whose path ends with this. */
export function countCalls(server: Pick<TestApp, 'app'>, part: string): () => number {
  let calls = 0;
  connectFetch(server, (path) => {
    if (path.endsWith(part)) calls += 1;
    return undefined;
  });
  return () => calls;
}
