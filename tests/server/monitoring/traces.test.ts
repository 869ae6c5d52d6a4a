import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#server/core/log.ts';
import { startTestApp } from '../support/app.ts';
import { shopOn } from '../support/shop.ts';

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
};
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
};
type Delivery = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
};

/** A collector that keeps what it gets. */
async function startCollector() {
  const spans: Span[] = [];
  const paths = new Set<string>();
  const collector = createServer(async (request, response) => {
    paths.add(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Delivery;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((ready) => collector.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    collector.closeAllConnections();
    collector.close();
  });
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { spans, paths, origin: `http://127.0.0.1:${port}` };
}

const read = ({ attributes }: Span, key: string) => attributes.find((each) => each.key === key)?.value.stringValue;

test('a payment’s message is one trace through its queries and jobs, without anyone’s data', async () => {
  const collector = await startCollector();
  let lines = '';
  const write = (line: string) => {
    lines += line;
  };
  const server = await startTestApp({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin },
    log: createLog({ logLevel: 'debug' }, { write }),
  });
  const shop = shopOn(server);
  const opened = await shop.order();
  await shop.webhook(opened, 'paid');
  await server.drain();
  const { email } = await shop.row(opened);
  await server.close();

  expect([...collector.paths]).toEqual(['/v1/traces']);
  const { spans } = collector;
  const request = spans.find(({ name }) => name === 'POST /api/webhooks/payments');
  expect(request?.parentSpanId ?? '').toBe('');
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId);
  const job = trace.find(({ name }) => name === 'job handle-provider-event');
  expect(job?.parentSpanId).toBe(request?.spanId);
  const fulfillment = trace.find(({ name }) => name === 'job fulfill-order');
  expect(fulfillment?.parentSpanId).toBe(job?.spanId);
  expect(trace.map(({ name }) => name)).toContain('job send-mail');
  const childrenOf = (span?: Span) => trace.filter(({ parentSpanId }) => parentSpanId === span?.spanId);
  expect(childrenOf(request).map(({ name }) => name)).toContain('insert provider_event');
  const query = childrenOf(job).find(({ name }) => name === 'select provider_event');
  expect(query && read(query, 'db.query.text')).toContain('from "provider_event" where "id" = $1');
  expect(JSON.stringify(spans)).not.toContain(email);
  const requestId = request && read(request, 'tidemark.request.id');
  const line = lines
    .split('\n')
    .find((each) => each.includes(`"requestId":"${requestId}"`) && each.includes('"request"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId: request?.traceId });
});

test('a collector that is away, or a part of none, keeps nothing from working', async () => {
  const away = await startTestApp({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  expect((await away.app.request('/api/health')).status).toBe(200);
  await away.close();
  const collector = await startCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_TRACES_SAMPLER_ARG: '0' };
  const unsampled = await startTestApp({ environment });
  await shopOn(unsampled).order();
  await unsampled.drain();
  await unsampled.close();
  expect(collector.spans).toEqual([]);
});
