import type { Deps } from '#server/core/deps.ts';

const stepMs = 100;

/**
 * Delays the result to the next multiple of a fixed time step, so that response times don't reveal whether an address
 * is known.
 */
export async function inConstantTime<Result>(
  { wait }: Pick<Deps, 'wait'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const elapsedMs = performance.now() - startedAt;
    await wait(Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs);
  }
}
