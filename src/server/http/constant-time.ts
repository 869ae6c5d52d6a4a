const stepMs = 100;

/**
 * Resolves or rejects at the next full time step after the work, so that response times don't reveal whether an
 * address is known.
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
