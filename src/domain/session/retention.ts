/**
 * How long sign-ins, cookies, logs and the details of trading stay, in days. The jobs and scripts that end them and the
 * privacy pages read these numbers; a check compares them with the configuration files in deploy/.
 */
export const retention = {
  /** Successful and failed sign-ins with their address and browser. */
  signInDays: 365,
  /** Expired sessions, codes, unfinished registrations and newsletter addresses that nobody confirmed. */
  expiredDays: 30,
  /** The cookie of a known browser, from its last sign-in. */
  deviceDays: 400,
  /** The cookie of a chosen theme, from the choice. */
  themeDays: 365,
  /** Logs of the server and of the proxy before it, which hold addresses. */
  serverLogDays: 30,
  /** Orders of the terminal and requests to place them, once they are done. Their fills are trading events. */
  orderDays: 365,
  /** Prices of open positions that changed nothing: longer than a breach can be disputed and platforms correct. */
  markDays: 45,
} as const;
