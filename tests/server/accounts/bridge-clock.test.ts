import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { realClock } from '#bridge/core/clock.ts';
import { createSite } from '#bridge/core/site.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';
import { findHeartbeat } from '#server/accounts/feed/heartbeat.ts';
import { startTestApp } from '../support/app.ts';

const secret = 'a secret of both sides, long enough';

/** A site at noon, and a bridge whose clock a test sets. */
async function connect() {
  const startAt = Date.UTC(2026, 10, 18, 12);
  const environment = { PLATFORM_BRIDGE_URL: 'http://127.0.0.1:9', PLATFORM_BRIDGE_SECRET: secret };
  const server = await startTestApp({ startAt, environment });
  const listener = createServer(getRequestListener(server.app.fetch));
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  onTestFinished(async () => {
    listener.close();
    await server.close();
  });
  const bridge = { ahead: 0 };
  const clock = { ...realClock, now: () => server.clock.now().getTime() + bridge.ahead };
  const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const site = createSite({ secret, target, clock });
  return { server, bridge, beat: () => site.post('heartbeat', { platform: 'rithmic', capabilities: [] }) };
}

test('a bridge whose clock is set back is heard with its next heartbeat', async () => {
  const { server, bridge, beat } = await connect();
  bridge.ahead = 50 * secondMs;
  await beat();
  bridge.ahead = -2 * minuteMs;
  for (let beats = 0; beats < 3; beats += 1) {
    await server.clock.advance(30 * secondMs);
    const { seenAt } = await beat();
    expect(seenAt).toBe(server.clock.now().getTime());
    expect(await findHeartbeat(server.deps, 'rithmic')).toBe(server.clock.now().getTime());
  }
});

test('a bridge whose clock was refused for being far ahead is heard once it is right', async () => {
  const { server, bridge, beat } = await connect();
  bridge.ahead = 3 * 60 * minuteMs;
  await expect(beat()).rejects.toThrow(/^40/);
  bridge.ahead = 0;
  await beat();
  expect(await findHeartbeat(server.deps, 'rithmic')).toBe(server.clock.now().getTime());
});
