import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/people/contract-trader-views.ts';
import { endTraderView } from './trader-views/end.ts';
import { startTraderView } from './trader-views/start.ts';

export const traderViewsRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.startTraderView, async ({ actor, body }) => ({
    data: await startTraderView(deps, actor, body),
  }));

  mountPrivate(app, calls.endTraderView, ({ actor, body }) => endTraderView(deps, actor, body.viewId));
};
