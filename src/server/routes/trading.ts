import * as calls from '../../contract/trading.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate } from '../http/mount.ts';
import { cancelTradingOrderFor } from '../services/trading/cancel.ts';
import { cancelAllTradingOrders } from '../services/trading/cancel-all.ts';
import { changeTradingOrderFor } from '../services/trading/change.ts';
import { flattenPositionsFor } from '../services/trading/flatten.ts';
import { placeTradingOrderFor } from '../services/trading/place.ts';
import { readTrading } from '../services/trading/read.ts';
import { reversePositionFor } from '../services/trading/reverse.ts';

export const tradingRoutes: Routes = (app, deps) => {
  mountPrivate(
    app,
    calls.fetchTrading,
    async ({ actor, query }) => ({ data: await readTrading(deps, actor.personId, query.account) }),
    { limit: 'read' },
  );
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
