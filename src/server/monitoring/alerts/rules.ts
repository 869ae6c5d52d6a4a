import type { FactMetric } from '../gauges.ts';

export type AlertRule = {
  readonly name: string;
  readonly metric: FactMetric;
  /** It fires while a value of the metric has been higher for this long. */
  readonly above: number;
  readonly forMinutes: number;
  readonly summary: string;
};

/**
 * What a server tells its alert receiver by itself. alerts.yaml has the same rules, with the same names and limits, and
 * those that only a Prometheus can judge.
 */
export const alertRules: readonly AlertRule[] = [
  {
    ...{ name: 'QueueStuck', metric: 'tidemark_queue_oldest_age_seconds', above: 600, forMinutes: 5 },
    summary: 'Due jobs have been waiting for more than ten minutes.',
  },
  {
    ...{ name: 'MailStuck', metric: 'tidemark_unsent_mail_oldest_age_seconds', above: 900, forMinutes: 5 },
    summary: 'A mail has been waiting for more than 15 minutes.',
  },
  {
    ...{ name: 'WebhooksStuck', metric: 'tidemark_unhandled_webhook_oldest_age_seconds', above: 600, forMinutes: 2 },
    summary: 'A message of the payment provider has had no effect for ten minutes.',
  },
  {
    ...{ name: 'PaymentMismatch', metric: 'tidemark_payment_mismatches', above: 0, forMinutes: 0 },
    summary: 'A payment doesn’t match its order.',
  },
  {
    ...{ name: 'LedgerMismatch', metric: 'tidemark_ledger_mismatches', above: 0, forMinutes: 0 },
    summary: 'A ledger transaction doesn’t come to zero.',
  },
  {
    ...{ name: 'BalanceDifferences', metric: 'tidemark_balance_differences', above: 10, forMinutes: 15 },
    summary: 'More than ten accounts differ from their platform.',
  },
  {
    ...{ name: 'BridgeSilent', metric: 'tidemark_bridge_silent', above: 0, forMinutes: 1 },
    summary: 'A bridge has sent no heartbeat for three minutes while the market is open.',
  },
];

/** Judged by whether the database answers at all. */
export const databaseRule = {
  ...{ name: 'DatabaseDown', forMinutes: 1, summary: 'The database doesn’t answer.' },
} as const;
