import { streamSSE } from 'hono/streaming';
import { accountData, accountStream } from '../../contract/accounts.ts';
import type { Routes } from '../http/context.ts';
import { mountPrivate, mountPrivateRaw } from '../http/mount.ts';
import { openStream } from '../http/streams.ts';
import { checkOwnAccount, followAccounts } from '../services/account/follow.ts';
import { listAccounts } from '../services/account/list.ts';
import { receiveBridgeEvents } from '../services/account/receive.ts';

export const accountRoutes: Routes = (app, deps) => {
  mountPrivate(app, accountData, async ({ actor }) => ({
    data: { accounts: await listAccounts(deps, actor.personId) },
  }));

  mountPrivateRaw(app, accountStream, async ({ actor, query, context }) => {
    const { accountId } = query;
    if (accountId !== undefined) await checkOwnAccount(deps, actor.personId, accountId);
    // A proxy that gathers answers before it passes them on would hold the messages back.
    context.header('X-Accel-Buffering', 'no');
    return streamSSE(context, async (stream) => {
      const ours = openStream(deps, actor.personId);
      stream.onAbort(ours.end);
      // Also frees a write that waits for a reader who has stopped reading.
      ours.signal.addEventListener('abort', () => stream.abort());
      const follower = {
        send: async (update: object) => stream.writeSSE({ event: 'account', data: JSON.stringify(update) }),
        beat: async () => void (await stream.write(': still here\n\n')),
      };
      try {
        await followAccounts(deps, actor, follower, ours.signal, accountId);
      } catch (error) {
        deps.log.error({ err: error }, 'an account stream ended early');
      } finally {
        ours.end();
      }
    });
  });

  app.post('/api/bridge/events', async (context) => {
    const { req } = context;
    const received = await receiveBridgeEvents(deps, await req.text(), {
      timestamp: req.header('x-tidemark-timestamp') ?? '',
      signature: req.header('x-tidemark-signature') ?? '',
    });
    return context.json(received, 200, { 'Cache-Control': 'no-store' });
  });
};
