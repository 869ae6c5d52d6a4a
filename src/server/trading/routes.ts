import { publicFileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { openStream } from '#server/core/http/streams.ts';
import * as calls from '#shared/trading/contract.ts';
import { marketBars, marketKeyChain, marketKeys, marketStream } from '#shared/trading/contract-market.ts';
import { cancelTradingOrderFor } from './cancel.ts';
import { cancelAllTradingOrders } from './cancel-all.ts';
import { changeTradingOrderFor } from './change.ts';
import { flattenPositionsFor } from './flatten.ts';
import { watchMarket } from './market/broadcast.ts';
import { listBars } from './market/list-bars.ts';
import { readKeyFile, readKeys } from './market/read-keys.ts';
import { readSelection } from './market/read-selection.ts';
import { placeTradingOrderFor } from './place.ts';
import { readTrading } from './read.ts';
import { reversePositionFor } from './reverse.ts';
import { openFrameStream } from './routes-market-stream.ts';

const cacheSeconds = 60;

function readLastId(text = ''): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

export const tradingRoutes: Routes = ({ mount, deps }) => {
  mount(calls.fetchTrading, ({ actor, query }) => readTrading(deps, actor.personId, query.account));
  mount(calls.placeTradingOrder, ({ actor, body }) => placeTradingOrderFor(deps, actor.personId, body));
  mount(calls.changeTradingOrder, ({ actor, body }) => changeTradingOrderFor(deps, actor.personId, body));
  mount(calls.cancelTradingOrder, ({ actor, body }) => cancelTradingOrderFor(deps, actor.personId, body));
  mount(calls.cancelTradingOrders, ({ actor, body }) => cancelAllTradingOrders(deps, actor.personId, body));
  mount(calls.flattenPositions, ({ actor, body }) => flattenPositionsFor(deps, actor.personId, body));
  mount(calls.reversePosition, ({ actor, body }) => reversePositionFor(deps, actor.personId, body));

  mount(marketBars, ({ query }) => ({ bars: listBars(deps, query) }), { cacheSeconds });
  mount(marketKeys, () => readKeys(deps), { cacheSeconds });

  mount(marketKeyChain, async ({ context }) =>
    context.body(await readKeyFile(deps), 200, publicFileHeaders('application/json', 'market-keys.json', cacheSeconds)),
  );

  mount(marketStream, async ({ actor, query, context }) => {
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'Content-Type': 'text/event-stream' });
    const selection = readSelection(deps, query.contracts);
    const { body, sink, onDisconnect } = openFrameStream(context);
    const leave = await watchMarket(deps, actor, {
      selection,
      sink,
      after: readLastId(context.req.header('last-event-id')),
    });
    const stream = await openStream(deps, actor, 'market');
    stream.signal.addEventListener('abort', () => {
      leave();
      sink.end();
    });
    onDisconnect(stream.end);
    return context.body(body, 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Keeps buffering proxies from holding messages back.
      'X-Accel-Buffering': 'no',
    });
  });
};
