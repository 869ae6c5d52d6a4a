import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/trading/contract.ts';
import { cancelTradingOrderFor } from './cancel.ts';
import { cancelAllTradingOrders } from './cancel-all.ts';
import { changeTradingOrderFor } from './change.ts';
import { flattenPositionsFor } from './flatten.ts';
import { placeTradingOrderFor } from './place.ts';
import { readTrading } from './read.ts';
import { reversePositionFor } from './reverse.ts';

export const tradingRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchTrading, ({ actor, query }) => readTrading(deps, actor.personId, query.account));
  mount(calls.placeTradingOrder, ({ actor, body }) => placeTradingOrderFor(deps, actor.personId, body));
  mount(calls.changeTradingOrder, ({ actor, body }) => changeTradingOrderFor(deps, actor.personId, body));
  mount(calls.cancelTradingOrder, ({ actor, body }) => cancelTradingOrderFor(deps, actor.personId, body));
  mount(calls.cancelTradingOrders, ({ actor, body }) => cancelAllTradingOrders(deps, actor.personId, body));
  mount(calls.flattenPositions, ({ actor, body }) => flattenPositionsFor(deps, actor.personId, body));
  mount(calls.reversePosition, ({ actor, body }) => reversePositionFor(deps, actor.personId, body));
};
