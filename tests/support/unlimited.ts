import type { Limits } from '#server/core/deps.ts';

/** For tests that don't test limits. */
export const unlimited: Limits = {
  take: async () => undefined,
  isWithin: async () => true,
  forgive: async () => undefined,
};
