/** A mail that could not be sent for this long is too old to be useful. */
export const mailUselessAfterMs = 3 * 86_400_000;
