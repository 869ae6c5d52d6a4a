import { maxBackupAgeSeconds } from '#server/core/database/backup/last-backup.ts';
import { minCertificateSeconds } from '#server/core/health/certificate.ts';
import { minFreeDisk } from '#server/core/health/free-disk.ts';
import type { FactMetric } from '../gauges.ts';

export type AlertRule = {
  readonly name: string;
  /** Whether it wakes somebody. */
  readonly severity: 'page' | 'ticket';
  readonly metric: FactMetric;
  /** It fires while a value of the metric has been higher, or lower, for this long. */
  readonly above?: number;
  readonly below?: number;
  readonly forMinutes: number;
  readonly summary: string;
  /** After how long it is sent again while it lasts, if not every four hours. */
  readonly repeatMinutes?: number;
};

/** What a server tells its alert receiver by itself. src/tools/observability.ts makes rules for Prometheus of them. */
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
    ...{ name: 'MailStuck', severity: 'page', metric: 'tidemark_unsent_mail_oldest_age_seconds', forMinutes: 5 },
    ...{ above: 900, summary: 'A mail has been waiting for more than 15 minutes.' },
  },
  {
    ...{ name: 'CodesLate', severity: 'page', metric: 'tidemark_unsent_code_oldest_age_seconds', forMinutes: 0 },
    ...{ above: 120, summary: 'A mail that lets someone in has been waiting for more than two minutes.' },
  },
  {
    ...{
      name: 'WebhooksStuck',
      severity: 'page',
      metric: 'tidemark_unhandled_webhook_oldest_age_seconds',
      forMinutes: 2,
    },
    ...{ above: 600, summary: 'A message of the payment provider has had no effect for ten minutes.' },
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
    ...{ name: 'BalanceDifferences', severity: 'ticket', metric: 'tidemark_balance_differences', forMinutes: 15 },
    ...{ above: 10, summary: 'More than ten accounts differ from their platform.' },
  },
  {
    ...{ name: 'BridgeSilent', severity: 'page', metric: 'tidemark_bridge_silent', above: 0, forMinutes: 1 },
    summary: 'A bridge has sent no heartbeat for three minutes while the market is open.',
  },
  {
    ...{ name: 'BackupOld', severity: 'ticket', metric: 'tidemark_backup_age_seconds', forMinutes: 0 },
    ...{ above: maxBackupAgeSeconds, summary: 'The last backup is older than 26 hours.' },
  },
  {
    ...{ name: 'LogArchiveFailing', severity: 'page', metric: 'tidemark_log_archive_failing', forMinutes: 5 },
    ...{ above: 0, summary: 'PostgreSQL can’t archive its log.' },
  },
  {
    ...{ name: 'CertificateEnding', severity: 'ticket', metric: 'tidemark_certificate_left_seconds', forMinutes: 5 },
    ...{ below: minCertificateSeconds, summary: 'The site’s certificate ends within ten days.' },
  },
];

/** A rule that is judged by more than a fact. */
type OtherRule = Omit<AlertRule, 'metric' | 'above' | 'below'>;

/** Judged by whether the database answers at all. */
export const databaseRule: OtherRule = {
  name: 'DatabaseDown',
  severity: 'page',
  forMinutes: 1,
  summary: 'The database doesn’t answer.',
};

/** Judged by each copy for itself. */
export const notReadyRule: OtherRule = {
  name: 'NotReady',
  severity: 'page',
  forMinutes: 2,
  summary: 'A copy can’t serve visitors.',
};

type CopyRule = Omit<AlertRule, 'name' | 'metric'>;

/** On a quiet site one failed call is a large part: a page needs so many within 15 minutes besides. */
export const minFailedCalls = 3;

const byName = {
  DiskLow: {
    severity: 'page',
    below: minFreeDisk,
    forMinutes: 5,
    summary: 'Less than a tenth of a machine’s disk is free.',
  },
  RequestsFail: { severity: 'page', above: 0.02, forMinutes: 5, summary: 'More than 2 % of the calls fail.' },
  RequestsSlow: {
    ...{ severity: 'ticket', above: 0.01, forMinutes: 10 },
    summary: 'The slowest 1 % of the calls take longer than a second.',
  },
  PoolExhausted: { severity: 'page', above: 5, forMinutes: 2, summary: 'Requests wait for a database connection.' },
  EventLoopBlocked: {
    ...{ severity: 'ticket', above: 0.25, forMinutes: 5 },
    summary: 'A copy’s event loop is held up for a quarter of a second.',
  },
  MemoryHigh: { severity: 'ticket', above: 0.85, forMinutes: 15, summary: 'A copy uses more than 85 % of its memory.' },
} as const satisfies Readonly<Record<string, CopyRule>>;

export type CopyRuleName = keyof typeof byName;

/** Judged by each copy for itself and its machine; `copy-figures.ts` measures what they limit. */
export const copyRules = Object.entries<CopyRule>(byName).map(([name, rule]) => ({
  ...rule,
  name: name as CopyRuleName,
}));

/** Always fires, so that a receiver that hears nothing for some minutes knows that nobody watches. */
export const watchdogRule: Omit<OtherRule, 'severity'> = {
  name: 'Watchdog',
  forMinutes: 0,
  summary: 'The alerts are being watched. When this stops arriving, they aren’t.',
  repeatMinutes: 5,
};

export const isBeyond = (value: number, { above, below }: Pick<AlertRule, 'above' | 'below'>) =>
  (above !== undefined && value > above) || (below !== undefined && value < below);
