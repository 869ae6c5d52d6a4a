import { vi } from 'vitest';

/** Hashing passwords at their real cost takes a fifth of these tests. Verifying takes the cost from the hash. */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>();
  const hash: typeof original.hash = (password, options) =>
    original.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  return { ...original, hash };
});
