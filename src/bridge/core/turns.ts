/** Runs a step for all who ask before it begins; those who ask while it runs share the next run. */
export function shareRuns(step: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    const begin = () => {
      next = undefined;
      running = step();
      return running;
    };
    next ??= running.then(begin, begin);
    return next;
  };
}

/** Runs the work of one key after the other, in the order it was asked for. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return {
    take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
      const forget = () => {
        if (last.get(key) === turn) last.delete(key);
      };
      last.set(key, turn);
      turn.then(forget, forget);
      return turn;
    },
  };
}
