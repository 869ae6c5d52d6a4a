import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/people/contract-trader-views.ts';
import { endTraderView } from './trader-views/end.ts';
import { startTraderView } from './trader-views/start.ts';

export const traderViewsRoutes: Routes = ({ mount, deps }) => {
  mount(calls.startTraderView, ({ actor, body }) => startTraderView(deps, actor, body));
  mount(calls.endTraderView, ({ actor, body }) => endTraderView(deps, actor, body.viewId));
};
