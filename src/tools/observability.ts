import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { minFreeDisk } from '#server/core/health/free-disk.ts';
import {
  alertRules,
  type CopyRuleName,
  copyRules,
  databaseRule,
  minFailedCalls,
  notReadyRule,
  watchdogRule,
} from '#server/monitoring/alerts/rules.ts';
import { factGauges } from '#server/monitoring/gauges.ts';
import { runbookOf } from '#server/monitoring/ports/alerts/webhook.ts';

type Rule = {
  readonly name: string;
  readonly severity: 'page' | 'ticket' | 'none';
  readonly expr: string;
  readonly forMinutes: number;
  readonly summary: string;
};

const calls = 'tidemark_request_duration_seconds';

const [asked, failed] = ['tidemark_calls_total', 'tidemark_failed_calls_total'];

const copyExpressions: Readonly<Record<CopyRuleName, string>> = {
  DiskLow: `tidemark_disk_free_ratio < ${minFreeDisk}`,
  // Prometheus extrapolates: two increases read as up to 2.2, three as 3 or more.
  RequestsFail:
    `sum(rate(${failed}[5m])) / sum(rate(${asked}[5m])) > 0.02 ` +
    `and sum(increase(${failed}[15m])) > ${minFailedCalls - 0.5}`,
  RequestsSlow: `histogram_quantile(0.99, sum by (le) (rate(${calls}_bucket[5m]))) > 1`,
  PoolExhausted: 'tidemark_pool_waiting_requests > 5',
  EventLoopBlocked: 'nodejs_eventloop_lag_p99_seconds > 0.25',
  MemoryHigh: 'process_resident_memory_bytes{job="tidemark"} / tidemark_memory_limit_bytes > 0.85',
};

/** Only Prometheus knows which copies there should be; without it, the watchdog's silence says that none is left. */
const copyDown: Rule = {
  name: 'CopyDown',
  severity: 'page',
  expr: 'up{job="tidemark"} == 0',
  forMinutes: 2,
  summary: 'A copy of the app doesn’t answer Prometheus.',
};

const factRules = alertRules.map(({ metric, above, below, ...rule }): Rule => {
  const { label } = factGauges[metric];
  const worst = above === undefined ? 'min' : 'max';
  const series = label === undefined ? `${worst}(${metric})` : `${worst} by (${label}) (${metric})`;
  return { ...rule, expr: above === undefined ? `${series} < ${below}` : `${series} > ${above}` };
});

const group = (name: string, rules: readonly Rule[]) => ({
  name,
  rules: rules.map((rule) => ({
    alert: rule.name,
    expr: rule.expr,
    for: `${rule.forMinutes}m`,
    labels: { severity: rule.severity },
    annotations: { summary: rule.summary, runbook: runbookOf(rule.name) },
  })),
});

/** In the format of Prometheus' rule files. */
export const prometheusRules = {
  groups: [
    group('facts', [{ ...databaseRule, expr: 'tidemark_database_up < 1' }, ...factRules]),
    group('process', [
      { ...notReadyRule, expr: 'max by (instance, check) (tidemark_not_ready) > 0' },
      copyDown,
      ...copyRules.map((rule) => ({ ...rule, expr: copyExpressions[rule.name] })),
      { ...watchdogRule, severity: 'none', expr: 'count(up{job="tidemark"}) >= 0' },
    ]),
  ],
};

const rate = (metric: string, by: string, which = '') => `sum by (${by}) (rate(${metric}${which}[$__rate_interval]))`;
const quantile = (part: number, series: string) => `histogram_quantile(${part}, ${series})`;
const visitors = (metric: string) => `topk(5, ${quantile(0.75, `sum by (le, page) (increase(${metric}_bucket[1d]))`)})`;

type Panel = {
  readonly title: string;
  readonly unit: string;
  /** By what the legend says. */
  readonly lines: Readonly<Record<string, string>>;
};

const panel = (title: string, unit: string, lines: Panel['lines']): Panel => ({ title, unit, lines });

const panels: readonly Panel[] = [
  panel('Calls per second', 'reqps', { '{{status}}': rate(`${calls}_count`, 'status') }),
  panel('Latency of calls', 's', {
    p50: quantile(0.5, rate(`${calls}_bucket`, 'le')),
    p90: quantile(0.9, rate(`${calls}_bucket`, 'le')),
    p99: quantile(0.99, rate(`${calls}_bucket`, 'le')),
  }),
  panel('Errors by route', 'reqps', { '{{route}}': rate(`${calls}_count`, 'route', '{status=~"5.."}') }),
  panel('Slowest routes, p99', 's', {
    '{{route}}': `topk(5, ${quantile(0.99, rate(`${calls}_bucket`, 'le, route'))})`,
  }),
  panel('Jobs', 'ops', { '{{outcome}}': rate('tidemark_job_duration_seconds_count', 'outcome') }),
  panel('Oldest due job', 's', { '{{queue}}': 'topk(5, max by (queue) (tidemark_queue_oldest_age_seconds))' }),
  panel('Due jobs', 'short', { '{{queue}}': 'topk(5, max by (queue) (tidemark_queue_due_jobs))' }),
  panel('Webhooks of the payment provider', 's', {
    'lag p99': quantile(0.99, rate('tidemark_webhook_lag_seconds_bucket', 'le')),
    'oldest without effect': 'max(tidemark_unhandled_webhook_oldest_age_seconds)',
  }),
  panel('Unsent mail', 'short', {
    mails: 'max(tidemark_unsent_mails)',
    'age of the oldest in minutes': 'max(tidemark_unsent_mail_oldest_age_seconds) / 60',
  }),
  panel('Mismatches', 'short', {
    payments: 'max(tidemark_payment_mismatches)',
    ledger: 'max(tidemark_ledger_mismatches)',
    balances: 'max(tidemark_balance_differences)',
  }),
  panel('Bridges: time since the last heartbeat', 's', {
    '{{platform}}': 'max by (platform) (tidemark_bridge_heartbeat_age_seconds)',
    '{{platform}} feed lag': 'max by (platform) (tidemark_bridge_feed_lag_seconds)',
  }),
  panel('Market open, bridges silent', 'short', {
    market: 'max(tidemark_market_open)',
    '{{platform}} silent': 'max by (platform) (tidemark_bridge_silent)',
  }),
  panel('Open streams', 'short', { '{{kind}}': 'sum by (kind) (tidemark_open_streams)' }),
  panel('Database connections', 'short', {
    '{{use}}': 'sum by (use) (tidemark_pool_connections)',
    'requests waiting': 'sum(tidemark_pool_waiting_requests)',
    'database up': 'min(tidemark_database_up)',
  }),
  panel('Event loop, p99', 's', { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds' }),
  panel('Memory', 'bytes', {
    '{{instance}}': 'process_resident_memory_bytes{job="tidemark"}',
    '{{instance}} heap': 'nodejs_heap_size_used_bytes{job="tidemark"}',
  }),
  panel('Processor', 'percentunit', {
    '{{instance}}': 'rate(process_cpu_seconds_total{job="tidemark"}[$__rate_interval])',
  }),
  panel('Builds', 'short', { '{{version}} {{build}}': 'sum by (version, build) (tidemark_build_info)' }),
  panel('Visitors: LCP, p75', 's', { '{{page}}': visitors('tidemark_page_lcp_seconds') }),
  panel('Visitors: INP, p75', 's', { '{{page}}': visitors('tidemark_page_inp_seconds') }),
  panel('Visitors: CLS, p75', 'short', { '{{page}}': visitors('tidemark_page_cls') }),
];

const datasource = { type: 'prometheus', uid: '$' + '{datasource}' };

/** As Grafana imports it; it asks which Prometheus to read. */
export const dashboard = {
  uid: 'tidemark',
  title: 'Tidemark',
  schemaVersion: 39,
  editable: true,
  timezone: 'utc',
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(({ title, unit, lines }, index) => ({
    id: index + 1,
    type: 'timeseries',
    title,
    datasource,
    gridPos: { x: (index % 3) * 8, y: Math.floor(index / 3) * 8, w: 8, h: 8 },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: Object.entries(lines).map(([legendFormat, expr], place) => {
      const refId = String.fromCharCode(65 + place);
      return { refId, expr, legendFormat, datasource };
    }),
  })),
};

if (import.meta.main) {
  const folder = process.argv[2] ?? 'deploy/observability';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'alerts.yaml'), stringify(prometheusRules, { lineWidth: 0 }));
  writeFileSync(join(folder, 'dashboard.json'), `${JSON.stringify(dashboard, null, 2)}\n`);
  console.log(`${folder} has alerts.yaml for Prometheus and dashboard.json for Grafana.`);
}
