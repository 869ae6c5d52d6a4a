import { moveAccounts } from '#server/accounts/lifecycle/move.ts';
import type { Chance } from './chance.ts';
import { type Firm, listAccounts, type Trader } from './firm.ts';
import { readResult } from './properties.ts';
import type { World } from './world.ts';

/** Operators move all accounts behind the bridge to one of its platforms, as often as it takes while nobody trades. */
export async function movePlatform(world: World, _: Trader, chance: Chance, { traders }: Firm): Promise<void> {
  const { isSimulated, movesTo: platform } = world.options;
  if (isSimulated || !platform || !world.platform.state.isConnected) return;
  await world.deliver();
  const accounts = async () => (await Promise.all(traders.map((trader) => listAccounts(world, trader)))).flat();
  const before = new Map((await accounts()).map(({ id, state }) => [id, state.balanceCents]));
  const { deps, newBridge: to } = world.server;
  for (let times = chance.between(1, 3); times > 0; times -= 1) {
    const moves = await moveAccounts(deps, { from: deps.platform as typeof to, to, platform }).catch((error) => {
      if (world.state.injected === 0) world.fail(`the accounts don’t move: ${error}`);
      return [];
    });
    for (const { number, before: left, after, waitsFor } of moves) {
      world.count(waitsFor ? 'move waits' : 'account moved');
      if (left !== after) world.fail(`${number} isn’t the same after its move`);
    }
  }
  for (const { id, state } of await accounts())
    if (before.get(id) !== state.balanceCents) world.fail(`${id} has another balance after its move`);
}

/** A later release, with later rules for what is bought from then on. */
export async function upgrade(world: World): Promise<void> {
  if (world.options.isUpgraded) await world.upgrade();
}

/** The database is restored from its backup, with all that it had. */
export async function restore(world: World): Promise<void> {
  if (!world.options.isRestored) return;
  await world.drain();
  const before = await readResult(world);
  await world.restore();
  const after = await readResult(world);
  if (JSON.stringify(before) !== JSON.stringify(after)) world.fail('a restored database has other entries');
}
