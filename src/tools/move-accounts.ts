import { setTimeout as sleep } from 'node:timers/promises';
import { type Move, moveAccounts } from '#server/accounts/lifecycle/move.ts';
import { createBridgePlatform } from '#server/accounts/ports/platform/bridge.ts';
import type { Deps } from '#server/core/deps.ts';
import { OperatorError } from '#server/people/two-factor/reset-by-operator.ts';
import { findPlatform } from '#shared/catalog/platforms.ts';
import { withServer } from './with-server.ts';

const usage = `usage: npm run db -- move-accounts --from <the old bridge’s address> --to <the new platform>
PLATFORM_BRIDGE_URL is the new bridge, and both bridges have the same PLATFORM_BRIDGE_SECRET.`;
const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);

/** Balances settle within seconds of a change. */
const passes = 15;
const betweenPassesMs = 2_000;

async function move(deps: Deps): Promise<string> {
  const [url, platform, { bridge }] = [option('--from'), findPlatform(option('--to')), deps.env];
  if (url === undefined || platform === undefined || !bridge) throw new OperatorError(usage);
  const { clock, db } = deps;
  const from = createBridgePlatform({ url, secret: bridge.secret, clock, db });
  const to = createBridgePlatform({ ...bridge, clock, db });
  const moved: Move[] = [];
  let waiting: readonly Move[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const moves = await moveAccounts(deps, { from, to, platform });
    moved.push(...moves.filter(({ waitsFor }) => waitsFor === null));
    waiting = moves.filter(({ waitsFor }) => waitsFor !== null);
    if (waiting.length === 0) break;
    await sleep(betweenPassesMs);
  }
  const lines = [
    ...moved.map(({ number, before, after }) => `${number} has moved: ${before} before, ${after} after`),
    ...waiting.map(({ number, waitsFor }) => `${number} waits for ${waitsFor}`),
  ];
  const next = waiting.length === 0 ? 'Nothing is left behind.' : 'Run this again to move the rest.';
  return [...lines, `${moved.length} accounts have moved, ${waiting.length} wait. ${next}`].join('\n');
}

await withServer(move, OperatorError);
