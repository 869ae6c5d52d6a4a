import { hourMs, minuteMs, secondMs } from '#lib/durations.ts';
import { type Adapter, Refused } from '../core/adapter.ts';
import { repeat } from '../core/clock.ts';
import { findWindowEnd } from '../core/maintenance.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTurns } from '../core/turns.ts';
import { createAccounts } from './accounts.ts';
import { examine } from './examine.ts';
import { createFills } from './fills.ts';
import { createHoldings } from './holdings.ts';
import { Denied, type Link, listSystems, runPlant } from './plant.ts';
import type { RithmicSettings } from './settings.ts';
import { ownerOf, type Plant, pushes, templates, userOf } from './templates.ts';
import { numberOf, textOf, type Values } from './wire.ts';

/** Recovery overlaps what was known to be complete. */
const overlapMs = 10 * minuteMs;
const accountsAtOnce = 10;
const subscribe = 1;

/** Connects Rithmic's R|Protocol, to read. What changes something at the vendor becomes a task for a person. */
export function createRithmicAdapter(settings: RithmicSettings, parts: CoreParts): Adapter {
  const { clock, store, metrics, say } = parts;
  const accounts = createAccounts(settings, parts);
  const holdings = createHoldings(parts, settings.open, accounts.idOf);
  const fills = createFills(parts, settings.open, accounts.idOf, holdings.takeFill);
  const links: Partial<Record<Plant, Link>> = {};
  /** Which clearing firm and introducing broker each account has: within one user they differ, and most requests name them. */
  let owners: ReadonlyMap<string, Values> | undefined;
  const areOwnersKnown = Promise.withResolvers<void>();
  let owner: Values = {};
  const connected: Readonly<Record<Plant, Set<string>>> = { order: new Set(), pnl: new Set() };
  const problems = new Map<string, string>();
  const turns = createTurns();
  const isReady = { order: false, pnl: false };

  const connectAccount: Readonly<Record<Plant, (link: Link, vendorId: string, accountId: string) => Promise<void>>> = {
    async order(link, vendorId, accountId) {
      const account = identify(vendorId);
      const rows = await link.ask(templates.productRates, account);
      const products = rows.filter(({ commissionFillRate }) => commissionFillRate !== undefined);
      fills.setRates(
        vendorId,
        new Map(products.map((row) => [textOf(row, 'productCode'), numberOf(row, 'commissionFillRate')])),
      );
      await link.ask(templates.orderUpdates, account);
      const from = Math.min(store.get<number>('behind', accountId) ?? Number.POSITIVE_INFINITY, cursor()) - overlapMs;
      await link.ask(templates.replayExecutions, {
        ...account,
        startIndex: Math.floor(from / secondMs),
        // The vendor's clock may be ahead.
        finishIndex: Math.ceil((clock.now() + overlapMs) / secondMs),
      });
      store.write(['behind', accountId, null]);
    },
    async pnl(link, vendorId) {
      const account = identify(vendorId);
      await link.ask(templates.pnlSnapshot, account);
      await link.ask(templates.pnlUpdates, { ...account, request: subscribe });
    },
  };

  /** What names an account in a request; of one that the vendor doesn't list, its refusal is what matters. */
  const identify = (vendorId: string): Values => ({ ...(owners?.get(vendorId) ?? owner), accountId: vendorId });

  async function readOwners(link: Link): Promise<void> {
    const [info = {}] = await link.ask(templates.loginInfo);
    owner = ownerOf(info);
    const rows = await link.ask(templates.accounts, userOf(info));
    owners = new Map(rows.map((row) => [textOf(row, 'accountId'), ownerOf(row)]));
    areOwnersKnown.resolve();
  }

  /** Until when everything of the accounts that aren't behind has been read. */
  const cursor = () => store.get<number>('cursors', 'order') ?? clock.now();

  /** Reads every account that isn't connected yet; one that the vendor refuses leaves the others alone. */
  async function connectAll(plant: Plant, link: Link): Promise<void> {
    const left = accounts.list().filter(([, vendorId]) => !connected[plant].has(vendorId));
    // The broker may have opened some since.
    if (plant === 'order' && left.some(([, vendorId]) => !owners?.has(vendorId))) await readOwners(link);
    // Only that plant needs to know whose they are.
    await areOwnersKnown.promise;
    for (let from = 0; from < left.length; from += accountsAtOnce)
      await Promise.all(
        left.slice(from, from + accountsAtOnce).map(async ([accountId, vendorId]) => {
          try {
            await connectAccount[plant](link, vendorId, accountId);
            problems.delete(`${plant} ${vendorId}`);
          } catch (error) {
            if (!(error instanceof Denied)) throw error;
            if (plant === 'order' && !store.get('behind', accountId)) store.write(['behind', accountId, cursor()]);
            metrics.count('alarms');
            problems.set(`${plant} ${vendorId}`, `Rithmic refuses ${vendorId} (${error.message}): ask your broker.`);
          }
          // While it was read, the connection may have been lost.
          if (links[plant] === link) connected[plant].add(vendorId);
        }),
      );
  }

  const ready: Readonly<Record<Plant, (link: Link) => Promise<void>>> = {
    async order(link) {
      await readOwners(link);
      await start('order', link);
    },
    async pnl(link) {
      await start('pnl', link);
    },
  };

  async function start(plant: Plant, link: Link): Promise<void> {
    links[plant] = link;
    await connectAll(plant, link);
    if (links[plant] === link) isReady[plant] = true;
  }

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
        onReady: ready[plant],
        onNotice: takeNotice,
        onLost() {
          delete links[plant];
          isReady[plant] = false;
          connected[plant].clear();
          if (plant === 'pnl') holdings.forget();
        },
        onProblem(problem) {
          if (problem === undefined) problems.delete(plant);
          else problems.set(plant, problem);
        },
      },
      signal,
    );

  const isConnected = () =>
    isReady.order && isReady.pnl && accounts.list().every(([, id]) => connected.order.has(id) && connected.pnl.has(id));

  async function everySecond(): Promise<void> {
    holdings.sendOpenProfits();
    fills.giveUp();
    for (const plant of ['order', 'pnl'] as const) {
      const link = links[plant];
      if (isReady[plant] && link) await connectAll(plant, link);
    }
  }

  async function everyMinute(): Promise<void> {
    accounts.announceFree();
    if (isConnected()) store.write(['cursors', 'order', clock.now()]);
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
      isSynced: isConnected() && fills.waiting() === 0 && problems.size === 0,
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

  /** The vendor names its systems before a sign-in; a wrong name would be refused without a word of which there are. */
  async function runPlants(signal: AbortSignal): Promise<void> {
    let systems: readonly string[] = [];
    while (!signal.aborted && systems.length === 0) {
      systems = await listSystems(settings, parts).catch((error: unknown) => {
        say(`not connected: ${error instanceof Error ? error.message : error}`);
        return [];
      });
      if (systems.length === 0) await clock.sleep(minuteMs, signal);
    }
    const { systemName } = settings.login;
    if (!signal.aborted && !systems.includes(systemName)) {
      problems.set(
        'system',
        `Rithmic knows no system “${systemName}”, only ${systems.join(', ')}: correct RITHMIC_SYSTEM.`,
      );
      return;
    }
    await Promise.all([run('order', signal), run('pnl', signal)]);
  }
}
