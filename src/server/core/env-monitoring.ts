import { readFileSync } from 'node:fs';
import { EnvError, read, readUrl, type Source } from './env-read.ts';

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return String(version);
}

function readBuild(source: Source): string | null {
  const build = read(source, 'BUILD') ?? null;
  if (build !== null && !/^[\w.+-]{1,64}$/.test(build))
    throw new EnvError('BUILD must be a commit or a tag: at most 64 letters, digits, dots, hyphens and underscores.');
  return build;
}

function readMetricsToken(source: Source): string | undefined {
  const token = read(source, 'METRICS_TOKEN');
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new EnvError('METRICS_TOKEN must consist of letters, digits and signs, without spaces.');
  return token;
}

function readAlertWebhook(source: Source) {
  const url = readUrl(source, 'ALERT_WEBHOOK_URL', ['http:', 'https:']);
  const secret = read(source, 'ALERT_WEBHOOK_SECRET');
  if (url === undefined && secret !== undefined)
    throw new EnvError('ALERT_WEBHOOK_SECRET is set but ALERT_WEBHOOK_URL is not.');
  return url === undefined ? undefined : { url, secret };
}

function readTraceRatio(source: Source): number {
  const text = read(source, 'OTEL_TRACES_SAMPLER_ARG');
  if (text === undefined) return 1;
  const ratio = Number(text);
  if (!/^[\d.]{1,10}$/.test(text) || !(ratio >= 0 && ratio <= 1))
    throw new EnvError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${text}".`);
  return ratio;
}

export function readMonitoring(source: Source) {
  return {
    /** What runs: the version of package.json, and the commit or tag it was built from. */
    version: readVersion(),
    build: readBuild(source),
    /** What a reader of the metrics must send; undefined turns them off. */
    metricsToken: readMetricsToken(source),
    /** An OpenTelemetry collector; undefined turns traces off. */
    tracesEndpoint: readUrl(source, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    traceRatio: readTraceRatio(source),
    /** Where the server tells operators what is wrong. */
    alertWebhook: readAlertWebhook(source),
  };
}
