import { resolve } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Deps, ServiceError } from '#server/core/deps.ts';
import type { App, AppEnv, OnUndeclaredError } from '#server/core/http/context.ts';
import { sendError } from '#server/core/http/envelope.ts';
import { answerPreflight, setHeaders } from '#server/core/http/headers.ts';
import { limitForms, limitPath } from '#server/core/http/limit-requests.ts';
import { limitTime, type StartTimer } from '#server/core/http/limit-time.ts';
import { logRequests } from '#server/core/http/log-requests.ts';
import { checkAllMounted, mountOn } from '#server/core/http/mount.ts';
import { maxBodyBytes } from '#server/core/http/read-input.ts';
import { readRequestContext } from '#server/core/http/request-context.ts';
import { requireReady } from '#server/core/http/require-ready.ts';
import { serveSite } from '#server/core/http/site.ts';
import { addReportRoutes } from '#server/core/routes/browser-reports.ts';
import { addHealthRoutes } from '#server/core/routes/health.ts';
import { addSecurityTxt } from '#server/core/routes/security-txt.ts';
import { addVitalsRoute } from '#server/core/routes/vitals.ts';
import { bodyLimits, findWarnings, mounts } from '#server/firm/mounts.ts';

type Options = {
  /** The built site; `dist` by default. */
  readonly siteFolder?: string;
  /** Whether proxies should send visitors to other copies. */
  readonly isStopping?: () => boolean;
  /** For tests. */
  readonly startTimer?: StartTimer;
  /** Logs a warning by default; the error itself is still sent. */
  readonly onUndeclaredError?: OnUndeclaredError;
};

/** The HTTP parser enforces a declared length, so only bodies without one are counted while they are read. */
function limitBody(maxSize: number): MiddlewareHandler<AppEnv> {
  const refuse = (): never => {
    throw new ServiceError(400, 'body_large');
  };
  const countBytes = bodyLimit({ maxSize, onError: refuse });
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    // Counting builds a whole Request from the socket, which costs more than most calls themselves.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countBytes(c, next);
    return Number(length) > maxSize ? refuse() : next();
  };
}

/** The whole server without a socket; tests use `app.request`. */
export function createApp(deps: Deps, options: Options = {}): App {
  const app: App = new Hono<AppEnv>();
  const onUndeclaredError: OnUndeclaredError =
    options.onUndeclaredError ??
    (({ path }, { code }) =>
      deps.log.warn({ call: path, code }, 'a call returned an error code its contract doesn’t declare'));
  const siteOrigins = [new URL(deps.catalog.site.url).origin, deps.env.origin];
  app.use(async (c, next) => {
    c.set('deps', deps);
    c.set('onUndeclaredError', onUndeclaredError);
    c.set('requestContext', readRequestContext(c, deps.env));
    await next();
  });
  app.use(setHeaders({ trustProxy: deps.env.trustProxy, siteOrigins }), limitPath);
  app.use('/api/*', logRequests, limitTime(options.startTimer), answerPreflight(siteOrigins), requireReady, limitForms);
  const limitDefault = limitBody(maxBodyBytes);
  const limitsByPath = new Map([...bodyLimits].map(([path, bytes]) => [path, limitBody(bytes)]));
  app.use('/api/*', (c, next) => (limitsByPath.get(c.req.path) ?? limitDefault)(c, next));
  const siteFolder = options.siteFolder ?? resolve('dist');
  addHealthRoutes(app, deps, { siteFolder, isStopping: options.isStopping, findWarnings });
  addReportRoutes(app, deps);
  addVitalsRoute(app, deps);
  addSecurityTxt(app, deps);
  for (const addRoutes of mounts) addRoutes({ mount: mountOn(app), app, deps });
  checkAllMounted(app);
  app.all('/api/*', () => {
    throw new ServiceError(404, 'no_such_call');
  });
  app.all('/api', (c) => c.redirect('/api/docs', 302));
  serveSite(app, siteFolder);
  app.onError((error, c) => sendError(c, error));
  return app;
}
