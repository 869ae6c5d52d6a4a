import type { MiddlewareHandler } from 'hono';
import { frameRules, noReferrer, securityHeaders, strictTransport } from '#lib/site-rules.ts';
import { matchRoute, routes } from '#routes.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { machineTime } from '../clock/demo-clock.ts';
import { reportDirectives, reportHeader } from './browser-reports.ts';
import type { AppEnv } from './context.ts';

const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The header of a built page: the policy from its head with all hashes, plus the directives that only a header can set.
 */
export function pagePolicy(metaPolicy: string): string {
  const present = new Set(metaPolicy.split(';').map((directive) => directive.trim().split(' ')[0]));
  const missing = frameRules.split('; ').filter((directive) => !present.has(directive.split(' ')[0]));
  return [metaPolicy.replace(/;\s*$/, ''), ...missing, reportDirectives].filter(Boolean).join('; ');
}

/**
 * Whether the URL itself is sensitive: personal paths contain addresses and mailed codes, mailed links have signed
 * queries.
 */
function hasSensitiveUrl(path: string): boolean {
  if (path.startsWith('/api/')) return true;
  const match = matchRoute(path);
  return match !== undefined && routes[match.name].render === 'shell' && Object.keys(match.params).length > 0;
}

type Settings = {
  readonly trustProxy: boolean;
  /** Origins of our own pages, if served from elsewhere. */
  readonly siteOrigins: readonly string[];
};

/** Sets all headers in one pass, which is cheaper than a chain of middlewares. */
export function setHeaders({ trustProxy, siteOrigins }: Settings): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of securityHeaders) headers.set(name, value);
    if (hasSensitiveUrl(c.req.path)) headers.set(...noReferrer);
    if (c.req.path.startsWith('/api/')) {
      headers.set('X-Robots-Tag', 'noindex');
      // Browsers compare their clock with it.
      headers.set('Date', machineTime(c.get('deps')).toUTCString());
    }
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', c.req.path.startsWith('/api/') ? apiPolicy : frameRules);
    }
    if (headers.get('Content-Type')?.startsWith('text/html')) headers.set('Reporting-Endpoints', reportHeader);
    headers.set('X-Request-Id', c.get('requestContext').requestId);
    if (trustProxy && c.req.header('x-forwarded-proto') === 'https') {
      headers.set(...strictTransport);
    }
    const origin = c.req.header('origin');
    if (!origin || !siteOrigins.includes(origin) || !c.req.path.startsWith('/api/')) return;
    headers.set('Access-Control-Allow-Origin', origin);
    headers.set('Access-Control-Allow-Credentials', 'true');
    headers.append('Vary', 'Origin');
    headers.set('Access-Control-Expose-Headers', 'Date, Retry-After, X-Request-Id');
  };
}

/** Answers CORS preflights of our own origins. Tokens are sent in a header, never in a cookie. */
export function answerPreflight(siteOrigins: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method !== 'OPTIONS' || !siteOrigins.includes(c.req.header('origin') ?? '')) return next();
    return c.body(null, 204, {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': `Accept-Language, Authorization, Content-Type, Last-Event-ID, ${idempotencyHeader}`,
      'Access-Control-Max-Age': '7200',
    });
  };
}
