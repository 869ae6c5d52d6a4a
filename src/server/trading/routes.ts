import type { Routes } from '#server/core/http/context.ts';
import { mountPrivate } from '#server/core/http/mount.ts';
import * as calls from '#shared/trading/contract.ts';
import { cancelTradingOrderFor } from './cancel.ts';
import { cancelAllTradingOrders } from './cancel-all.ts';
import { changeTradingOrderFor } from './change.ts';
import { flattenPositionsFor } from './flatten.ts';
import { placeTradingOrderFor } from './place.ts';
import { readTrading } from './read.ts';
import { reversePositionFor } from './reverse.ts';

export const tradingRoutes: Routes = (app, deps) => {
  mountPrivate(app, calls.fetchTrading, async ({ actor, query }) => ({
    data: await readTrading(deps, actor.personId, query.account),
  }));
  mountPrivate(app, calls.placeTradingOrder, async ({ actor, body }) => ({
    data: await placeTradingOrderFor(deps, actor.personId, body),
  }));
  mountPrivate(app, calls.changeTradingOrder, async ({ actor, body }) => ({
    data: await changeTradingOrderFor(deps, actor.personId, body),
  }));
  mountPrivate(app, calls.cancelTradingOrder, async ({ actor, body }) => ({
    data: await cancelTradingOrderFor(deps, actor.personId, body),
  }));
  mountPrivate(app, calls.cancelTradingOrders, async ({ actor, body }) => ({
    data: await cancelAllTradingOrders(deps, actor.personId, body),
  }));
  mountPrivate(app, calls.flattenPositions, async ({ actor, body }) => ({
    data: await flattenPositionsFor(deps, actor.personId, body),
  }));
  mountPrivate(app, calls.reversePosition, async ({ actor, body }) => ({
    data: await reversePositionFor(deps, actor.personId, body),
  }));
};
