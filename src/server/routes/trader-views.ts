import * as calls from '../../contract/trader-views.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { endTraderView } from '../services/trader-view/end.ts';
import { startTraderView } from '../services/trader-view/start.ts';

const limited = { limit: 'write' } as const;

export const traderViewRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.startTraderView,
    async ({ actor, body }) => ({ data: await startTraderView(deps, actor, body) }),
    limited,
  );

  mountPrivate(
    app,
    calls.endTraderView,
    async ({ actor, body }) => {
      await endTraderView(deps, actor, body.viewId);
      return {};
    },
    limited,
  );
};
