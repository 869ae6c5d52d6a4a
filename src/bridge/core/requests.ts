import type { Store } from './store.ts';

type Stored = { readonly startedAt: number; readonly answer?: unknown };

type Steps<Answer> = {
  /** Finds out what the platform did when an earlier attempt left no answer. */
  readonly look?: () => Promise<Answer | undefined>;
  readonly act: () => Promise<Answer>;
};

/** Carries out each request once, also over crashes: a request that was begun is looked up before it is repeated. */
export function createRequests(store: Store, now: () => number) {
  const running = new Map<string, Promise<unknown>>();

  async function carryOut<Answer>(key: string, { look, act }: Steps<Answer>): Promise<Answer> {
    const stored = store.get<Stored>('requests', key);
    if (stored && 'answer' in stored) return stored.answer as Answer;
    const startedAt = stored?.startedAt ?? now();
    if (!stored) store.write(['requests', key, { startedAt }]);
    const found = stored && look ? await look() : undefined;
    const answer = found ?? (await act());
    store.write(['requests', key, { startedAt, answer }]);
    return answer;
  }

  return {
    /** Two requests with the same key at once are one. */
    once<Answer>(key: string, steps: Steps<Answer>): Promise<Answer> {
      const before = running.get(key) as Promise<Answer> | undefined;
      const request = before ?? carryOut(key, steps).finally(() => running.delete(key));
      running.set(key, request);
      return request;
    },
  };
}

export type Requests = ReturnType<typeof createRequests>;
