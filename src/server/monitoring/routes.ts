import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '#server/core/encryption.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { isForwarded } from '#server/core/routes/health.ts';

/**
 * `/api/metrics` for the operator's Prometheus, which asks each copy directly. It doesn't exist without METRICS_TOKEN,
 * nor for anyone who comes through a proxy or has another token.
 */
export const monitoringRoutes: Routes = ({ app, deps: { env, telemetry } }) => {
  const { readMetrics } = telemetry;
  const { metricsToken } = env.monitoring;
  if (readMetrics === null || metricsToken === undefined) return;
  const expected = Buffer.from(sha256(`Bearer ${metricsToken}`));
  app.get('/api/metrics', async (c, next) => {
    const given = Buffer.from(sha256(c.req.header('authorization') ?? ''));
    if (isForwarded(c) || !timingSafeEqual(expected, given)) return next();
    const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' };
    return c.body(await readMetrics(), 200, headers);
  });
};
