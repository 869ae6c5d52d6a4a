const stepMs = 100;

/**
 * Answers at the next whole step after the work is done, whether it went well or not: what a known address costs more
 * than an unknown one is then not to be seen in the time.
 */
export async function inConstantTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const elapsedMs = performance.now() - startedAt;
    await new Promise((next) => setTimeout(next, Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs));
  }
}
