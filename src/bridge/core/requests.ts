import type { Store } from './store.ts';

/**
 * Keeps the answer to each request, so that a repeated one gets it again, also after a crash. One that left no answer is
 * carried out again: its adapter looks what the platform did before.
 */
export function createRequests(store: Store) {
  const running = new Map<string, Promise<unknown>>();

  async function carryOut<Answer>(key: string, act: () => Promise<Answer>): Promise<Answer> {
    const stored = store.get<{ readonly answer: unknown }>('requests', key);
    if (stored && 'answer' in stored) return stored.answer as Answer;
    const answer = await act();
    store.write(['requests', key, { answer }]);
    return answer;
  }

  return {
    /** Two requests with the same key at once are one. */
    once<Answer>(key: string, act: () => Promise<Answer>): Promise<Answer> {
      const before = running.get(key) as Promise<Answer> | undefined;
      const request = before ?? carryOut(key, act).finally(() => running.delete(key));
      running.set(key, request);
      return request;
    },
  };
}

export type Requests = ReturnType<typeof createRequests>;
