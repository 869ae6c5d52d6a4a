import * as z from 'zod/mini';

/** `data` of the 403 that requests reauthentication. */
export const reauthenticationSchema = z.object({
  confirm: z.literal(1),
  two_factor: z.boolean(),
  passkey: z.boolean(),
});
