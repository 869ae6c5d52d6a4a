import { isDeepStrictEqual } from 'node:util';

/** A request of one client and its answer. The numbers order requests and answers over all clients. */
export type Operation<Asked, Told> = {
  readonly asked: Asked;
  /** Undefined if the answer was lost: it may have happened, at any time after it was asked. */
  readonly told: Told | undefined;
  readonly calledAt: number;
  readonly answeredAt: number;
};

/** What things are like when one client asks after the other. */
export type Model<State, Asked, Told> = {
  readonly start: State;
  readonly ask: (state: State, asked: Asked) => readonly [State, Told];
};

/** Records what clients ask at the same time. */
export function recordHistory<Asked, Told>() {
  const operations: Operation<Asked, Told>[] = [];
  let count = 0;
  return {
    operations,
    async record(asked: Asked, ask: () => Promise<Told | undefined>): Promise<Told | undefined> {
      count += 1;
      const calledAt = count;
      const told = await ask();
      count += 1;
      operations.push({ asked, told, calledAt, answeredAt: told === undefined ? Number.POSITIVE_INFINITY : count });
      return told;
    },
  };
}

/**
 * Whether some order, in which nothing comes before what was answered before it was asked, explains every answer
 * (linearizability). Lost updates, stale reads, work done twice and acknowledged work that is gone have no such order.
 * Source: Wing and Gong, "Testing and verifying concurrent objects", 1993, with Lowe's memory of what was tried.
 */
export function hasOrder<State, Asked, Told>(
  { start, ask }: Model<State, Asked, Told>,
  operations: readonly Operation<Asked, Told>[],
): boolean {
  const tried = new Set<string>();
  const search = (state: State, left: readonly Operation<Asked, Told>[]): boolean => {
    if (left.every(({ told }) => told === undefined)) return true;
    const key = JSON.stringify([state, left.map(({ calledAt }) => calledAt)]);
    if (tried.has(key)) return false;
    tried.add(key);
    const firstAnswer = Math.min(...left.map(({ answeredAt }) => answeredAt));
    return left.some((operation) => {
      if (operation.calledAt > firstAnswer) return false;
      const [next, told] = ask(state, operation.asked);
      if (operation.told !== undefined && !isDeepStrictEqual(told, operation.told)) return false;
      return search(
        next,
        left.filter((other) => other !== operation),
      );
    });
  };
  return search(start, operations);
}
