import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { runWork } from '../work-context.ts';
import type { AppEnv } from './context.ts';

/** Logs one line per call with the route pattern, because paths contain addresses, codes and tokens. */
const logRequest: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = performance.now();
  await next();
  const { log, env, telemetry, load } = c.get('deps');
  const { status } = c.res;
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const [route, method] = [routePath(c), c.req.method];
  telemetry.recordRequest({ route, method, status, durationMs });
  // Load balancers ask every two seconds.
  if (route !== '/api/ready') {
    load.calls += 1;
    load.failed += Number(status >= 500);
    load.slow += Number(durationMs > 1_000);
  }
  const line = { method, path: route, status, durationMs };
  log[env.production ? 'info' : 'debug'](line, 'request');
};

/** All lines that are logged until the response, also by services, have the request's id. */
export const logRequests: MiddlewareHandler<AppEnv> = (c, next) => {
  const { requestId } = c.get('requestContext');
  const { tracing } = c.get('deps');
  const { method } = c.req;
  const span = tracing?.start('request', { 'http.request.method': method, 'tidemark.request.id': requestId }) ?? null;
  return runWork({ requestId }, span, async () => {
    await logRequest(c, next);
    const [route, { status }] = [routePath(c), c.res];
    const attributes = { 'http.route': route, 'http.response.status_code': status };
    span?.end({ name: `${method} ${route}`, attributes, ...(status >= 500 ? { error: c.error ?? status } : {}) });
  });
};
