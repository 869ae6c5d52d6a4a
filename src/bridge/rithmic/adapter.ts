import { hourMs, minuteMs, secondMs } from '#lib/durations.ts';
import { type Adapter, Refused } from '../core/adapter.ts';
import { repeat } from '../core/clock.ts';
import { findWindowEnd } from '../core/maintenance.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTurns } from '../core/turns.ts';
import { createAccounts } from './accounts.ts';
import { createConnections } from './connections.ts';
import { examine } from './examine.ts';
import { createFills } from './fills.ts';
import { createHoldings } from './holdings.ts';
import { listSystems, runPlant } from './plant.ts';
import type { RithmicSettings } from './settings.ts';
import { type Plant, pushes } from './templates.ts';

/** Connects Rithmic's R|Protocol, to read. What changes something at the vendor becomes a task for a person. */
export function createRithmicAdapter(settings: RithmicSettings, parts: CoreParts): Adapter {
  const { clock, store, metrics, say } = parts;
  const accounts = createAccounts(settings, parts);
  const holdings = createHoldings(parts, settings.open, accounts.idOf);
  const fills = createFills(parts, settings.open, accounts.idOf, holdings.takeFill);
  const problems = new Map<string, string>();
  const connections = createConnections(parts, accounts, fills, problems);
  const turns = createTurns();

  function takeNotice(template: number, message: Parameters<typeof fills.take>[0]): void {
    if (template === pushes.order) fills.take(message);
    else if (template === pushes.position) holdings.takePosition(message);
    else if (template === pushes.account) holdings.takeAccount(message);
    else if (template % 2 === 0) metrics.count('unknown_templates');
  }

  const run = (plant: Plant, signal: AbortSignal) =>
    runPlant(
      plant,
      settings,
      parts,
      {
        inTurn: (signIn) => turns.take('sign-in', signIn),
        onReady: (link) => connections.start(plant, link),
        onNotice: takeNotice,
        onLost() {
          connections.lose(plant);
          if (plant === 'pnl') holdings.forget();
        },
        onProblem(problem) {
          if (problem === undefined) problems.delete(plant);
          else problems.set(plant, problem);
        },
      },
      signal,
    );

  async function everySecond(): Promise<void> {
    holdings.sendOpenProfits();
    fills.giveUp();
    await connections.connectNew();
  }

  async function everyMinute(): Promise<void> {
    accounts.announceFree();
    if (connections.areComplete()) store.write(['cursors', 'order', clock.now()]);
  }

  /** A wrong name of the system would be refused without a word of which there are. */
  async function runPlants(signal: AbortSignal): Promise<void> {
    const systems = await awaitSystems(settings, parts, signal);
    const { systemName } = settings.login;
    const known = systems.join(', ');
    if (signal.aborted || systems.includes(systemName)) await Promise.all([run('order', signal), run('pnl', signal)]);
    else problems.set('system', `Rithmic knows no system “${systemName}”, only ${known}: correct RITHMIC_SYSTEM.`);
  }

  return {
    platform: 'rithmic',
    capabilities: ['reportsFees', ...(settings.open.corrections === 'apply' ? (['reportsBusts'] as const) : [])],
    async run(signal) {
      await Promise.all([
        runPlants(signal),
        repeat(clock, secondMs, signal, everySecond, say),
        repeat(clock, minuteMs, signal, everyMinute, say),
        repeat(clock, hourMs, signal, async () => fills.forgetOld(), say),
      ]);
    },
    standing: () => ({
      isSynced: connections.areComplete() && fills.waiting() === 0 && problems.size === 0,
      feedLagMs: fills.lagMs(),
      maintenanceUntil: findWindowEnd(settings.open.maintenance, clock.now()),
      problem: problems.values().next().value,
    }),
    ...{ open: accounts.open, reset: accounts.reset, setAccess: accounts.setAccess },
    ...{ transfer: accounts.transfer, close: accounts.close },
    tasks: accounts.tasks.open,
    confirmTask: accounts.confirm,
    settleTransfer() {
      throw new Refused('a transfer of Rithmic’s is confirmed as a task');
    },
    balances: async () => holdings.report(accounts.isSettled),
    examine: () => examine(settings, parts, accounts),
  };
}

/** The vendor names its systems before a sign-in. */
async function awaitSystems(
  settings: RithmicSettings,
  parts: CoreParts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let systems: readonly string[] = [];
  while (!signal.aborted && systems.length === 0) {
    systems = await listSystems(settings, parts).catch((error: unknown) => {
      parts.say(`not connected: ${error instanceof Error ? error.message : error}`);
      return [];
    });
    if (systems.length === 0) await parts.clock.sleep(minuteMs, signal);
  }
  return systems;
}
