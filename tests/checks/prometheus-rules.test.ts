import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { prometheusRules } from '#tools/observability.ts';

const rules = prometheusRules.groups.flatMap((group) => group.rules);

type Case = {
  /** Each series' values that are just good enough, and those that no longer are. */
  readonly series: Readonly<Record<string, readonly [good: string, bad: string]>>;
  /** How many minutes after the series is born with the bad values the alert fires. */
  readonly after: number;
};

const one = (series: string, good: number | string, bad: number | string, after: number): Case => ({
  series: { [series]: [`${good}x40`, `${bad}x40`] },
  after,
});
const calls = 'tidemark_request_duration_seconds';

/** What the runbooks say of each alert, as what Prometheus reads. */
const cases: Readonly<Record<string, Case>> = {
  DatabaseDown: one('tidemark_database_up{instance="a"}', 1, 0, 1),
  QueueStuck: one('tidemark_queue_oldest_age_seconds{queue="send-mail"}', 600, 601, 5),
  JobsGaveUp: one('tidemark_jobs_gave_up{queue="send-mail"}', 0, 1, 0),
  MailStuck: one('tidemark_unsent_mail_oldest_age_seconds', 900, 901, 5),
  CodesLate: one('tidemark_unsent_code_oldest_age_seconds', 120, 121, 0),
  WebhooksStuck: one('tidemark_unhandled_webhook_oldest_age_seconds', 600, 601, 2),
  PaymentMismatch: one('tidemark_payment_mismatches', 0, 1, 0),
  LedgerMismatch: one('tidemark_ledger_mismatches', 0, 1, 0),
  BalanceDifferences: one('tidemark_balance_differences', 10, 11, 15),
  BridgeSilent: one('tidemark_bridge_silent{platform="rithmic"}', 0, 1, 1),
  BackupOld: one('tidemark_backup_age_seconds', 26 * 3_600, 26 * 3_600 + 1, 0),
  LogArchiveFailing: one('tidemark_log_archive_failing', 0, 1, 5),
  CertificateEnding: one('tidemark_certificate_left_seconds{host="tidemark.example"}', 864_000, 863_999, 5),
  // There is no series while a copy is ready.
  NotReady: one('tidemark_not_ready{instance="a",check="disk"}', '_', 1, 2),
  DiskLow: one('tidemark_disk_free_ratio{instance="a"}', 0.1, 0.09, 5),
  CopyDown: one('up{job="tidemark",instance="a"}', 1, 0, 2),
  // A rate needs a second value, a minute later.
  RequestsFail: {
    series: {
      tidemark_calls_total: ['0+100x40', '0+100x40'],
      tidemark_failed_calls_total: ['0+2x40', '0+3x40'],
    },
    after: 6,
  },
  RequestsSlow: {
    series: {
      [`${calls}_bucket{le="1"}`]: ['0+100x40', '0+98x40'],
      [`${calls}_bucket{le="2.5"}`]: ['0+100x40', '0+100x40'],
      [`${calls}_bucket{le="+Inf"}`]: ['0+100x40', '0+100x40'],
    },
    after: 11,
  },
  PoolExhausted: one('tidemark_pool_waiting_requests', 5, 6, 2),
  EventLoopBlocked: one('nodejs_eventloop_lag_p99_seconds', 0.25, 0.26, 5),
  MemoryHigh: {
    series: {
      'process_resident_memory_bytes{job="tidemark"}': ['850x40', '851x40'],
      'tidemark_memory_limit_bytes{job="tidemark"}': ['1000x40', '1000x40'],
    },
    after: 15,
  },
  // Always fires while anything is read.
  Watchdog: one('up{job="tidemark"}', '_', 1, 0),
};

/** Failed calls of a site by how busy it is, and the minute in which somebody is woken, if at all. */
const traffic: Readonly<Record<string, { calls: string; failed: string; fires?: number }>> = {
  'a quiet site with one failed call': { calls: '0x10 1x40', failed: '0x10 1x40' },
  'a quiet site with a failed call every ten minutes': { calls: '0+1x60', failed: '0x9 1x9 2x9 3x9 4x9 5x9' },
  'a quiet site where each caller fails, every four minutes': {
    ...{ calls: '0x9 1x3 2x3 3x3 4x3 5x3 6x3', failed: '0x9 1x3 2x3 3x3 4x3 5x3 6x3' },
    fires: 23,
  },
  'a new copy whose first two calls fail': { calls: '_x10 0 2x40', failed: '_x10 0 2x40' },
  'a new copy whose calls all fail': { calls: '_x10 0+2x40', failed: '_x10 0+2x40', fires: 17 },
  'a busy site with one failed call in a hundred': { calls: '0+6000x40', failed: '0+60x40' },
  'a busy site with three in a hundred for three minutes': { calls: '0+6000x40', failed: '0x9 180x0 360x0 540x30' },
  'a busy site with three in a hundred': { calls: '0+6000x40', failed: '0+180x40', fires: 6 },
};

function testTraffic([name, { calls: all, failed, fires }]: readonly [string, (typeof traffic)[string]]) {
  const count = 'count_over_time(ALERTS{alertname="RequestsFail",alertstate="firing"}[50m])';
  const fired = (minute: number, isFiring: boolean) => ({
    ...{ expr: `${count} > bool 0`, eval_time: `${minute}m` },
    exp_samples: isFiring
      ? [{ labels: '{alertname="RequestsFail",alertstate="firing",severity="page"}', value: 1 }]
      : [],
  });
  return {
    ...{ name, interval: '1m' },
    input_series: [
      { series: 'tidemark_calls_total', values: all },
      { series: 'tidemark_failed_calls_total', values: failed },
    ],
    promql_expr_test: fires === undefined ? [fired(45, false)] : [fired(fires - 1, false), fired(fires, true)],
  };
}

const bornAt = 10;

function testsOf(alert: string, { series, after }: Case) {
  const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
  const given = (which: 0 | 1) =>
    Object.entries(series).map(([name, values]) => ({ series: name, values: `_x${bornAt} ${values[which]}` }));
  const quiet = (minute: number) => ({ expr, eval_time: `${minute}m`, exp_samples: [] });
  const fires = { expr, eval_time: `${bornAt + after}m`, exp_samples: [{ labels: '{}', value: 1 }] };
  return [
    { interval: '1m', input_series: given(0), promql_expr_test: [quiet(bornAt + after + 20)] },
    { interval: '1m', input_series: given(1), promql_expr_test: [quiet(bornAt + after - 1), fires] },
  ];
}

test('each rule has a case with the last good values and the first bad ones', () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.skipIf(spawnSync('promtool', ['--version']).error !== undefined)(
  'Prometheus’ own tool finds each alert firing in time and not before, also of a series that is new (skipped where Debian’s package prometheus isn’t installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'alerts.yaml'), stringify(prometheusRules));
    const tests = [
      ...Object.entries(cases).flatMap(([alert, each]) => testsOf(alert, each)),
      ...Object.entries(traffic).map(testTraffic),
    ];
    const file = { rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests };
    writeFileSync(join(folder, 'tests.yaml'), stringify(file));
    const promtool = (...parameters: string[]) => {
      const { status, stdout, stderr } = spawnSync('promtool', parameters, { cwd: folder, encoding: 'utf8' });
      return { status, output: stdout + stderr };
    };
    expect(promtool('check', 'rules', 'alerts.yaml').output).toContain(`${rules.length} rules found`);
    expect(promtool('test', 'rules', 'tests.yaml')).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
  },
);
