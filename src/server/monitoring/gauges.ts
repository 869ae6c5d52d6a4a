import type { Facts } from './read-facts.ts';

type FactGauge = {
  readonly help: string;
  /** The label of each value; none for a single one. */
  readonly label?: 'queue' | 'platform' | 'host';
  /** Map entries by label. */
  readonly read: (facts: Facts) => number | ReadonlyMap<string, number>;
};

const mapValues = <Value>(map: ReadonlyMap<string, Value>, read: (value: Value) => number | null) =>
  new Map(
    [...map].flatMap(([label, value]) => (read(value) === null ? [] : [[label, read(value) as number] as const])),
  );

const gauges = {
  tidemark_queue_due_jobs: {
    help: 'Jobs that are due and wait for a worker.',
    label: 'queue',
    read: ({ queues }) => mapValues(queues, ({ count }) => count),
  },
  tidemark_queue_oldest_age_seconds: {
    help: 'How long the oldest due job has been waiting.',
    label: 'queue',
    read: ({ queues }) => mapValues(queues, ({ oldestAgeSeconds }) => oldestAgeSeconds),
  },
  tidemark_jobs_gave_up: {
    help: 'Jobs of the last hour that have used up their retries.',
    label: 'queue',
    read: ({ gaveUpJobs }) => gaveUpJobs,
  },
  tidemark_unsent_mails: { help: 'Mails not sent yet.', read: ({ unsentMail }) => unsentMail.count },
  tidemark_unsent_mail_oldest_age_seconds: {
    help: 'How long the oldest unsent mail has been waiting.',
    read: ({ unsentMail }) => unsentMail.oldestAgeSeconds,
  },
  tidemark_unsent_code_oldest_age_seconds: {
    help: 'How long the oldest unsent mail with a code has been waiting.',
    read: ({ unsentCodes }) => unsentCodes.oldestAgeSeconds,
  },
  tidemark_unhandled_webhooks: {
    help: 'Messages of the payment provider that have no effect yet.',
    read: ({ unhandledWebhooks }) => unhandledWebhooks.count,
  },
  tidemark_unhandled_webhook_oldest_age_seconds: {
    help: 'How long the oldest of them has been waiting.',
    read: ({ unhandledWebhooks }) => unhandledWebhooks.oldestAgeSeconds,
  },
  tidemark_payment_mismatches: {
    help: 'Payments of the last 24 hours that do not match their order.',
    read: ({ paymentMismatches }) => paymentMismatches,
  },
  tidemark_ledger_mismatches: {
    help: 'Ledger transactions of the last 24 hours whose entries do not come to zero.',
    read: ({ ledgerMismatches }) => ledgerMismatches,
  },
  tidemark_balance_differences: {
    help: 'Open differences between accounts here and at their platform.',
    read: ({ balanceDifferences }) => balanceDifferences,
  },
  tidemark_bridge_heartbeat_age_seconds: {
    help: 'Time since the last heartbeat of a bridge.',
    label: 'platform',
    read: ({ bridges }) => mapValues(bridges, ({ silentSeconds }) => silentSeconds),
  },
  tidemark_bridge_silent: {
    help: '1 if a bridge should send heartbeats now and does not.',
    label: 'platform',
    read: ({ bridges }) => mapValues(bridges, ({ isSilent }) => Number(isSilent)),
  },
  tidemark_bridge_feed_lag_seconds: {
    help: 'How late fills arrive, as the bridge reports it.',
    label: 'platform',
    read: ({ bridges }) => mapValues(bridges, ({ feedLagSeconds }) => feedLagSeconds),
  },
  tidemark_backup_age_seconds: {
    help: 'Time since the last backup; 0 where PostgreSQL archives its log.',
    read: ({ backup }) => (backup.hasArchive ? 0 : backup.ageSeconds),
  },
  tidemark_log_archive_failing: {
    help: '1 if the last try to archive PostgreSQL’s log failed.',
    read: ({ backup }) => Number(backup.hasArchive && backup.isArchiveFailing),
  },
  tidemark_certificate_left_seconds: {
    help: 'How long the certificate that visitors are shown still lasts.',
    label: 'host',
    read: ({ certificates }) => certificates,
  },
  tidemark_market_open: { help: '1 while the exchange is open.', read: ({ isMarketOpen }) => Number(isMarketOpen) },
} satisfies Readonly<Record<string, FactGauge>>;

export type FactMetric = keyof typeof gauges;

/** What is read from the database for each reader; every copy reports the same. */
export const factGauges: Readonly<Record<FactMetric, FactGauge>> = gauges;
