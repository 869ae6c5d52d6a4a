import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from './adapter.ts';
import { realClock } from './clock.ts';
import { createMetrics } from './metrics.ts';
import { createOutbox } from './outbox.ts';
import { createRequests } from './requests.ts';
import type { BridgeSettings, CoreParts } from './run-bridge.ts';
import { createSite, maxSkewMs, Rejection } from './site.ts';
import { openStore } from './store.ts';

/** Prints what works and what is missing, a sentence each; the exit code is 1 if something is. Changes nothing. */
export async function runDoctor(settings: BridgeSettings, connect: (parts: CoreParts) => Adapter): Promise<void> {
  mkdirSync(settings.folder, { recursive: true });
  const store = openStore(join(settings.folder, 'bridge.jsonl'));
  const site = createSite(settings);
  const say = (line: string) => console.log(line);
  const outbox = createOutbox(store, site, say, realClock);
  const parts = { clock: realClock, store, outbox, requests: createRequests(store), metrics: createMetrics() };
  const adapter = connect({ ...parts, record: () => undefined, say });
  const checks = [
    [
      true,
      `The folder ${settings.folder} can be written; it knows ${store.list('accounts').length} accounts.`,
    ] as const,
    [
      outbox.refused().length === 0,
      `The site has refused ${outbox.refused().length} events; “refused” lists them.`,
    ] as const,
    await examineSite(settings),
    ...(await adapter.examine()),
  ];
  store.close();
  for (const [isFine, sentence] of checks) console.log(`${isFine ? '✓' : '✗'} ${sentence}`);
  if (checks.some(([isFine]) => !isFine)) process.exitCode = 1;
}

/** An empty message is refused by its content only if its signature, and so the secret and the clock, are right. */
async function examineSite(settings: BridgeSettings): Promise<readonly [boolean, string]> {
  try {
    const { headers } = await fetch(settings.target, { method: 'HEAD', redirect: 'manual' });
    const skewMs = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now());
    if (skewMs > maxSkewMs)
      return [false, `This machine’s clock differs from the site’s by ${Math.round(skewMs / 1000)} s.`];
    await createSite(settings).post('events', {});
    return [true, 'The site answers.'];
  } catch (error) {
    if (!(error instanceof Rejection)) return [false, `The site can’t be reached at ${settings.target}.`];
    if (error.status === 422) return [true, 'The site is reachable and accepts our signature.'];
    if (error.status === 404) return [false, 'The site runs without PLATFORM_BRIDGE_URL.'];
    return [false, `The site refuses our signature (${error.status}): compare PLATFORM_BRIDGE_SECRET.`];
  }
}
