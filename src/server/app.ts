import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Deps } from './deps.ts';
import { ServiceError } from './errors.ts';
import type { App, AppEnv, Routes } from './http/context.ts';
import { sendError } from './http/envelope.ts';
import { secureHeaders } from './http/headers.ts';
import { largestBodyBytes } from './http/read-input.ts';
import { readVisitor } from './http/visitor.ts';
import { accountRoutes } from './routes/accounts.ts';
import { captchaRoutes } from './routes/captcha.ts';
import { catalogueRoutes } from './routes/catalogue.ts';
import { healthRoutes } from './routes/health.ts';
import { identityRoutes } from './routes/identity.ts';
import { orderRoutes } from './routes/orders.ts';
import { sandboxRoutes } from './routes/sandbox.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const areas: readonly Routes[] = [
  healthRoutes,
  captchaRoutes,
  catalogueRoutes,
  identityRoutes,
  orderRoutes,
  webhookRoutes,
  sandboxRoutes,
  accountRoutes,
];

/** The whole server without a socket: tests ask it by `app.request`. */
export function createApp(deps: Deps): App {
  const app: App = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('deps', deps);
    c.set('visitor', readVisitor(c, deps.env.trustProxy));
    await next();
  });
  app.use(secureHeaders(deps.env.trustProxy));
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: largestBodyBytes,
      onError: () => {
        throw new ServiceError(400, 'body_large');
      },
    }),
  );
  for (const addRoutes of areas) addRoutes(app, deps);
  app.all('/api/*', () => {
    throw new ServiceError(404, 'no_such_call');
  });
  app.onError((error, c) => sendError(c, error));
  return app;
}
