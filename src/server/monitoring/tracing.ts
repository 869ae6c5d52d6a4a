import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Span } from '@opentelemetry/api';
import type { Env } from '#server/core/env.ts';
import { optionalLibraries } from '#server/core/libraries.ts';
import type { TracedQuery, Tracing } from '#server/core/tracing.ts';

/** A collector that is away mustn't hold up a restart. */
const closeTimeoutMs = 2_000;

/** A query's text, without its values; longer ones are lists of ids. */
const maxSqlLength = 2_000;

/** `select orders`, for lists of spans. */
function nameQuery(sql: string): string {
  const [verb = 'query'] = /\w+/.exec(sql) ?? [];
  const [, table = ''] = /\b(?:from|into|update) "?(\w+)/.exec(sql) ?? [];
  return `${verb} ${table}`.trim().toLowerCase();
}

/** Sends traces to an OpenTelemetry collector. Loads its libraries, so only call it if traces are on. */
export async function createTracing(monitoring: Env['monitoring'], endpoint: string): Promise<Tracing> {
  const { api, sdk, resources, exporter } = await optionalLibraries.openTelemetry();
  const { version, build, traceRatio } = monitoring;
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      ...{ 'service.name': 'tidemark', 'service.version': build ?? version },
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer('tidemark');
  const kinds = { request: api.SpanKind.SERVER, job: api.SpanKind.CONSUMER };

  function readParent(parent: string | undefined): Context {
    const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? [];
    if (traceId === undefined || spanId === undefined) return api.ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags ?? '0', 16);
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }

  function fail(span: Span, error: unknown): void {
    span.setStatus({ code: api.SpanStatusCode.ERROR });
    if (error instanceof Error) span.setAttribute('error.type', error.name);
  }

  return {
    start(kind, attributes, parent) {
      const parentContext = readParent(parent);
      const span = tracer.startSpan(kind, { kind: kinds[kind], attributes }, parentContext);
      const own = api.trace.setSpan(parentContext, span);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        recordQuery({ sql, durationMs, error }: TracedQuery) {
          const startTime = Date.now() - durationMs;
          const options = {
            ...{ kind: api.SpanKind.CLIENT, startTime },
            attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, maxSqlLength) },
          };
          const query = tracer.startSpan(nameQuery(sql), options, own);
          if (error !== undefined) fail(query, error);
          query.end();
        },
        end({ name, attributes: ended = {}, error }) {
          span.updateName(name);
          span.setAttributes({ ...ended });
          if (error !== undefined) fail(span, error);
          span.end();
        },
      };
    },
    close: () =>
      Promise.race([provider.shutdown().catch(() => undefined), wait(closeTimeoutMs, undefined, { ref: false })]),
  };
}
