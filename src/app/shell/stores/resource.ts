import { atom, type ReadableAtom } from 'nanostores';
import { readStored } from '#app/http/browser-storage.ts';
import type { Failure } from '#app/http/failure.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { repeatLoad } from './stream-retry.ts';
import { notifyFailure } from './toasts.ts';

/**
 * Data from the server. `Extra` names further states that a screen shows in its own way, such as `missing`. Data may be
 * present in every state: those of an earlier load stay until others arrive.
 */
export type ResourceState<Data, Extra extends string = never> =
  | { readonly status: 'ready'; readonly data: Data; readonly failure?: undefined }
  | Unready<'loading', Data>
  | Unready<'failed', Data>
  | (Extra extends string ? Unready<Extra, Data> : never);

type Unready<Status extends string, Data> = {
  readonly status: Status;
  readonly data?: Data | undefined;
  readonly failure?: Failure;
};

export type Answer<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly failure: Failure };

type Options<Data, Args extends readonly unknown[], Extra extends string> = {
  /** The status before the first load. */
  readonly initial?: 'loading' | Extra;
  /** Tells failures with a state of their own from others. They replace what is shown and cause no toast. */
  readonly statusOf?: (failure: Failure) => 'failed' | Extra;
  /** The screen itself says that nothing could be loaded, so only the failure of a reload causes a toast. */
  readonly isQuiet?: boolean;
  /** Keeps showing the data while those for other arguments load. */
  readonly keepsData?: boolean;
  /** Which data to show, if a load may bring older ones than an action just did. */
  readonly newest?: (shown: Data, next: Data) => Data;
  /** Called with the data of each load, once they are shown; the load ends after it. */
  readonly onLoad?: (data: Data, ...args: Args) => void | Promise<void>;
  readonly more?: {
    /** Requests what follows the data; null if nothing does. */
    readonly fetch: (shown: Data, ...args: Args) => Promise<Answer<Data>> | null;
    readonly append: (shown: Data, next: Data) => Data;
  };
};

export type Resource<Data, Args extends readonly unknown[] = [], Extra extends string = never> = ReadableAtom<
  ResourceState<Data, Extra>
> & {
  /** Loads or reloads; a reload keeps the data on screen. */
  load(...args: Args): Promise<void>;
  /** Reloads for the same arguments without a toast. A call during a reload causes one more, however many there are. */
  refresh(): Promise<void>;
  /** Loads, then repeats it for as long as it fails temporarily. The signal ends that and drops running responses. */
  follow(signal: AbortSignal, ...args: Args): Promise<void>;
  loadMore(): Promise<void>;
  /** Shows data that another call returned. */
  show(data: Data, ...args: Args): void;
  change(update: (data: Data) => Data): void;
  abort(): void;
  /** Drops data and running responses. */
  clear(): void;
};

const readToken = () => readStored(storageKeys.token);

/** Asks again if someone else has signed in meanwhile; nothing once nobody is signed in or a newer load has started. */
async function fetchOwn<Data>(fetch: () => Promise<Answer<Data>>, isNewest: () => boolean) {
  for (;;) {
    const token = readToken();
    const answer = await fetch();
    if (!isNewest()) return null;
    const isOwn = readToken() === token;
    if (isOwn || (readToken() === null && !answer.ok)) return answer;
    // Someone else has signed in since, or everyone has signed out.
    if (readToken() === null) return null;
  }
}

/** Runs once more after a run during which it was called, however often that was. */
function coalesce(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isDue = false;
  return () => {
    isDue = running !== null;
    running ??= (async () => {
      do {
        isDue = false;
        await run();
      } while (isDue);
      running = null;
    })();
    return running;
  };
}

function findReady<Data>($state: ReadableAtom<ResourceState<Data, string>>): { readonly data: Data } | null {
  const { status, data } = $state.get();
  return status === 'ready' ? { data: data as Data } : null;
}

/** Loads what follows the data, once at a time. @param find what is shown, and by which load */
function createLoadMore<Data, Args extends readonly unknown[]>(
  more: Options<Data, Args, never>['more'],
  find: () => { readonly shown: { readonly data: Data } | null; readonly args: Args; readonly round: number },
  change: (update: (data: Data) => Data) => void,
) {
  let isLoading = false;
  return async (): Promise<void> => {
    const { shown, args, round } = find();
    const asked = shown && !isLoading ? more?.fetch(shown.data, ...args) : null;
    if (!asked) return;
    isLoading = true;
    const answer = await asked;
    isLoading = false;
    // A load since then has replaced the data.
    if (round !== find().round) return;
    if (answer.ok) change((shown) => more?.append(shown, answer.data) ?? shown);
    else notifyFailure(answer.failure);
  };
}

/** One resource of the server: only the newest load counts, and only for the person who asked for it. */
export function createResource<Data, Args extends readonly unknown[] = [], Extra extends string = never>(
  fetch: (...args: Args) => Promise<Answer<Data>>,
  options: Options<Data, Args, Extra> = {},
): Resource<Data, Args, Extra> {
  type State = ResourceState<Data, Extra>;
  const { initial = 'loading', statusOf = () => 'failed' as const, isQuiet = false, keepsData = false } = options;
  const $state = atom<State>({ status: initial } as State);
  const keyOf = (args: readonly unknown[]) => JSON.stringify([readToken(), ...args]);
  let args = [] as unknown as Args;
  let key = '';
  let loading: Promise<unknown> | null = null;
  /** Counts loads, so that responses to earlier ones are dropped. */
  let round = 0;

  async function ask(): Promise<Failure | null> {
    round += 1;
    const own = round;
    const answer = await fetchOwn(
      () => fetch(...args),
      () => own === round,
    );
    return answer && receive(answer);
  }

  async function receive(answer: Answer<Data>): Promise<Failure | null> {
    if (answer.ok) {
      put(answer.data);
      await options.onLoad?.(answer.data, ...args);
      return null;
    }
    const { failure } = answer;
    const status = statusOf(failure);
    const { status: shown, data } = $state.get();
    if (status !== 'failed') $state.set({ status, failure } as State);
    else if (shown !== 'ready') $state.set({ status: 'failed', data, failure });
    return status === 'failed' ? failure : null;
  }

  async function attempt(next: Args): Promise<Failure | null> {
    const { status, data } = $state.get();
    const isReload = status === 'ready' && keyOf(next) === key;
    args = next;
    key = keyOf(next);
    if (!isReload) $state.set({ status: 'loading', data: keepsData ? data : undefined });
    const asked = ask();
    loading = asked;
    const failure = await asked;
    if (loading === asked) loading = null;
    if (failure !== null && (isReload || !isQuiet)) notifyFailure(failure);
    return failure;
  }

  async function load(...next: Args): Promise<void> {
    await attempt(next);
  }

  const refresh = coalesce(async () => {
    await loading;
    await ask();
  });

  const loadMore = createLoadMore(options.more, () => ({ shown: findReady<Data>($state), args, round }), change);

  function show(data: Data, ...next: Args): void {
    abort();
    const isShown = keyOf(next) === key;
    args = next;
    key = keyOf(next);
    put(data, isShown);
  }

  function put(next: Data, isShown = true): void {
    const shown = isShown && options.newest ? findReady<Data>($state) : null;
    $state.set({ status: 'ready', data: shown ? (options.newest?.(shown.data, next) ?? next) : next });
  }

  function change(update: (data: Data) => Data): void {
    const shown = findReady<Data>($state);
    if (shown) $state.set({ status: 'ready', data: update(shown.data) });
  }

  function abort(): void {
    round += 1;
    loading = null;
  }

  function clear(): void {
    abort();
    $state.set({ status: initial } as State);
  }

  async function follow(signal: AbortSignal, ...next: Args): Promise<void> {
    signal.addEventListener('abort', abort);
    void repeatLoad(await attempt(next), ask, signal);
  }

  return Object.assign($state, { load, refresh, follow, loadMore, show, change, abort, clear });
}

/** Refreshes a resource, at growing intervals, while its data are pending and until the returned function is called. */
export function pollWhile<Data, Args extends readonly unknown[], Extra extends string>(
  resource: Resource<Data, Args, Extra>,
  isPending: (data: Data) => boolean,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): () => void {
  let waitMs = firstMs;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    clearTimeout(timer);
    const { data } = resource.get();
    if (isStopped || data === undefined || !isPending(data)) return;
    timer = setTimeout(poll, waitMs);
  }
  async function poll(): Promise<void> {
    waitMs = Math.min(waitMs * 1.5, maxMs);
    await resource.refresh();
    schedule();
  }
  const unsubscribe = resource.subscribe(schedule);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** The answer for something that needn't even be requested. */
export const notFound = {
  ok: false,
  failure: { kind: 'status', status: 404, code: null, message: '', fields: {}, data: null, requestId: null },
} as const;

/** `missing` if the server answers with one of these statuses. */
export function missingOr(...statuses: readonly number[]): (failure: Failure) => 'failed' | 'missing' {
  return (failure) => (failure.kind === 'status' && statuses.includes(failure.status) ? 'missing' : 'failed');
}
