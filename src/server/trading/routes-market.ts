import { publicFileHeaders } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { openStream } from '#server/core/http/streams.ts';
import { marketBars, marketKeyChain, marketKeys, marketStream } from '#shared/trading/contract-market.ts';
import { watchMarket } from './market/broadcast.ts';
import { listBars } from './market/list-bars.ts';
import { readKeyFile, readKeys } from './market/read-keys.ts';
import { readSelection } from './market/read-selection.ts';
import { openFrameStream } from './routes-market-stream.ts';

const cacheSeconds = 60;

export const marketRoutes: Routes = ({ mount, deps }) => {
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

function readLastId(text = ''): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
