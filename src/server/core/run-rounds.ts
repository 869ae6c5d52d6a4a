import type { Deps } from './deps.ts';
import { isReady } from './health/readiness.ts';

type Rounds = {
  readonly everyMs: number;
  /** The pause after a round that took longer. */
  readonly minPauseMs: number;
  /** What the log says of a round that failed; the next one follows all the same. */
  readonly failure: string;
};

/**
 * Plays rounds one after another while this server is ready.
 * @returns a function that stops them and waits for the current one
 */
export function runRounds(deps: Deps, { everyMs, minPauseMs, failure }: Rounds, play: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round = Promise.resolve();

  async function playOnce(): Promise<void> {
    const startedAt = performance.now();
    if (isReady(deps)) await play().catch((error: unknown) => deps.log.error({ err: error }, failure));
    if (!stopped) timer = setTimeout(begin, Math.max(minPauseMs, everyMs - (performance.now() - startedAt)));
  }

  function begin(): void {
    round = playOnce();
  }

  begin();
  return async (): Promise<void> => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}
