import * as z from 'zod/mini';

/** A point of the equity chart; `floorCents` is null for a program without a floor. */
export const equityPoint = z.object({
  at: z.int(),
  equityCents: z.int(),
  floorCents: z.nullable(z.int()),
  highWaterMarkCents: z.int(),
});
