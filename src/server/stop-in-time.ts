/** Why the server didn't stop; the message is one line for the operator. */
export class StopError extends Error {}

/** Something to end, named as in `it still waits for the jobs`. */
export type Stop = { readonly what: string; readonly stop: () => Promise<unknown> };

/** Requests get 8 seconds to finish and jobs 10. Compose kills after 30 (`stop_grace_period`), without a word. */
export const stopTimeoutMs = 20_000;

const list = new Intl.ListFormat('en');

/**
 * Ends groups one after the other, what is in one at the same time.
 * @throws {StopError} naming what doesn't end in time
 */
export async function stopInTime(groups: readonly (readonly Stop[])[]): Promise<void> {
  const running = new Set<string>();
  const end = async ({ what, stop }: Stop) => {
    running.add(what);
    await stop();
    running.delete(what);
  };
  const endAll = async () => {
    for (const group of groups) await Promise.all(group.map(end));
  };
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const what = list.format(running);
    late.reject(
      new StopError(`The server didn’t stop within ${stopTimeoutMs / 1_000} seconds: it still waits for ${what}.`),
    );
  }, stopTimeoutMs);
  try {
    await Promise.race([endAll(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
