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
