/**
 * How long rows of sign-ins stay, in days. The jobs that delete them and the privacy page read these numbers.
 */
export const retention = {
  /** Successful and failed sign-ins with their address and browser. */
  signInDays: 365,
  /** Expired sessions, codes, unfinished registrations and newsletter addresses that nobody confirmed. */
  expiredDays: 30,
  /** The cookie of a known browser, from its last sign-in. */
  deviceDays: 400,
} as const;
