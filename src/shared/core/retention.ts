/**
 * How long sign-ins, cookies, logs and trading details are kept, in days. Cleanup jobs, scripts and the privacy pages
 * read these numbers; a check compares them with the configuration files in deploy/.
 */
export const retention = {
  /** Successful and failed sign-ins with their address and browser. */
  signInDays: 365,
  /** Expired sessions and codes, mails that couldn't be delivered, unfinished registrations and unconfirmed newsletter addresses. */
  expiredDays: 30,
  /** The cookie of a known browser, counted from its last sign-in. */
  deviceDays: 400,
  /** The theme cookie, counted from the choice. */
  themeDays: 365,
  /** Recipient and subject of a mail that was sent; its body goes with the sending. */
  mailDays: 365,
  /** Messages to a trader's or an affiliate's own server. */
  webhookDays: 90,
  /** Statements that cancel a contract and found none: as long as somebody may claim that they did. */
  statementDays: 1_095,
  /** Logs of the server and its proxy, which contain IP addresses. */
  serverLogDays: 30,
  /** How often a text was searched in vain. */
  searchDays: 90,
  /** Terminal orders and the requests that placed them, counted from their end. Their fills are trading events. */
  orderDays: 365,
  /** Prices of open positions that changed nothing. Outlasts the time for breach disputes and platform corrections. */
  markDays: 45,
} as const;
