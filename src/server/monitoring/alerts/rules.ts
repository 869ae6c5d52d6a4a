import type { FactMetric } from '../gauges.ts';

export type AlertRule = {
  readonly name: string;
  /** Whether it wakes somebody. */
  readonly severity: 'page' | 'ticket';
  readonly metric: FactMetric;
  /** It fires while a value of the metric has been higher for this long. */
  readonly above: number;
  readonly forMinutes: number;
  readonly summary: string;
  /** After how long it is sent again while it lasts, if not every four hours. */
  readonly repeatMinutes?: number;
};

/**
 * What a server tells its alert receiver by itself. src/tools/observability.ts makes rules for Prometheus of them, and has
 * those that only a Prometheus can judge.
 */
export const alertRules: readonly AlertRule[] = [
  {
    ...{ name: 'QueueStuck', severity: 'page', metric: 'tidemark_queue_oldest_age_seconds', above: 600, forMinutes: 5 },
    summary: 'Due jobs have been waiting for more than ten minutes.',
  },
  {
    ...{ name: 'JobsGaveUp', severity: 'ticket', metric: 'tidemark_jobs_gave_up', above: 0, forMinutes: 0 },
    summary: 'A job has used up its retries.',
  },
  {
    ...{
      name: 'MailStuck',
      severity: 'page',
      metric: 'tidemark_unsent_mail_oldest_age_seconds',
      above: 900,
      forMinutes: 5,
    },
    summary: 'A mail has been waiting for more than 15 minutes.',
  },
  {
    ...{
      name: 'CodesLate',
      severity: 'page',
      metric: 'tidemark_unsent_code_oldest_age_seconds',
      above: 120,
      forMinutes: 0,
    },
    summary: 'A mail that lets someone in has been waiting for more than two minutes.',
  },
  {
    ...{
      name: 'WebhooksStuck',
      severity: 'page',
      metric: 'tidemark_unhandled_webhook_oldest_age_seconds',
      above: 600,
      forMinutes: 2,
    },
    summary: 'A message of the payment provider has had no effect for ten minutes.',
  },
  {
    ...{ name: 'PaymentMismatch', severity: 'ticket', metric: 'tidemark_payment_mismatches', above: 0, forMinutes: 0 },
    summary: 'A payment doesn’t match its order.',
  },
  {
    ...{ name: 'LedgerMismatch', severity: 'page', metric: 'tidemark_ledger_mismatches', above: 0, forMinutes: 0 },
    summary: 'A ledger transaction doesn’t come to zero.',
  },
  {
    ...{
      name: 'BalanceDifferences',
      severity: 'ticket',
      metric: 'tidemark_balance_differences',
      above: 10,
      forMinutes: 15,
    },
    summary: 'More than ten accounts differ from their platform.',
  },
  {
    ...{ name: 'BridgeSilent', severity: 'page', metric: 'tidemark_bridge_silent', above: 0, forMinutes: 1 },
    summary: 'A bridge has sent no heartbeat for three minutes while the market is open.',
  },
];

/** Judged by whether the database answers at all. */
export const databaseRule: Omit<AlertRule, 'metric' | 'above'> = {
  name: 'DatabaseDown',
  severity: 'page',
  forMinutes: 1,
  summary: 'The database doesn’t answer.',
};

/** Judged by each copy for itself. */
export const notReadyRule: Omit<AlertRule, 'metric' | 'above'> = {
  name: 'NotReady',
  severity: 'page',
  forMinutes: 2,
  summary: 'A copy can’t serve visitors.',
};

/** Always fires, so that a receiver that hears nothing for some minutes knows that nobody watches. */
export const watchdogRule: Omit<AlertRule, 'metric' | 'above' | 'severity'> = {
  name: 'Watchdog',
  forMinutes: 0,
  summary: 'The alerts are being watched. When this stops arriving, they aren’t.',
  repeatMinutes: 5,
};
