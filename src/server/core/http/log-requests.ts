import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv } from './context.ts';

/** Logs one line per call with the route pattern, because paths contain addresses, codes and tokens. */
export const logRequests: MiddlewareHandler<AppEnv> = async (c, next) => {
  const startedAt = performance.now();
  await next();
  const { log, env, telemetry } = c.get('deps');
  const { requestId } = c.get('requestContext');
  const { status } = c.res;
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
  const [route, method] = [routePath(c), c.req.method];
  telemetry.recordRequest({ route, method, status, durationMs });
  const line = { requestId, method, path: route, status, durationMs };
  log[env.production ? 'info' : 'debug'](line, 'request');
};
