import { minuteMs, secondMs } from '#lib/durations.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Accounts } from './accounts.ts';
import type { Fills } from './fills.ts';
import { Denied, type Link } from './plant.ts';
import { ownerOf, type Plant, templates, userOf } from './templates.ts';
import { numberOf, textOf, type Values } from './wire.ts';

/** Recovery overlaps what was known to be complete. */
const overlapMs = 10 * minuteMs;
const accountsAtOnce = 10;
const subscribe = 1;

/** Reads the accounts over both plants, and those that come later; says in `problems` which the vendor refuses. */
export function createConnections(
  { clock, store, metrics }: CoreParts,
  accounts: Pick<Accounts, 'list'>,
  fills: Pick<Fills, 'setRates'>,
  problems: Map<string, string>,
) {
  const links: Partial<Record<Plant, Link>> = {};
  const owners = createOwners();
  const connected: Readonly<Record<Plant, Set<string>>> = { order: new Set(), pnl: new Set() };
  const isReady = { order: false, pnl: false };

  const connectAccount: Readonly<Record<Plant, (link: Link, vendorId: string, accountId: string) => Promise<void>>> = {
    async order(link, vendorId, accountId) {
      const account = owners.identify(vendorId);
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
      const account = owners.identify(vendorId);
      await link.ask(templates.pnlSnapshot, account);
      await link.ask(templates.pnlUpdates, { ...account, request: subscribe });
    },
  };

  /** Until when everything of the accounts that aren't behind has been read. */
  const cursor = () => store.get<number>('cursors', 'order') ?? clock.now();

  /** Reads every account that isn't connected yet; one that the vendor refuses leaves the others alone. */
  async function connectAll(plant: Plant, link: Link): Promise<void> {
    const left = accounts.list().filter(([, vendorId]) => !connected[plant].has(vendorId));
    // The broker may have opened some since.
    if (plant === 'order' && left.some(([, vendorId]) => !owners.know(vendorId))) await owners.read(link);
    // Only that plant needs to know whose they are.
    await owners.areKnown;
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

  return {
    async start(plant: Plant, link: Link): Promise<void> {
      if (plant === 'order') await owners.read(link);
      links[plant] = link;
      await connectAll(plant, link);
      if (links[plant] === link) isReady[plant] = true;
    },
    lose(plant: Plant): void {
      delete links[plant];
      isReady[plant] = false;
      connected[plant].clear();
    },
    async connectNew(): Promise<void> {
      for (const plant of ['order', 'pnl'] as const) {
        const link = links[plant];
        if (isReady[plant] && link) await connectAll(plant, link);
      }
    },
    areComplete: () =>
      isReady.order &&
      isReady.pnl &&
      accounts.list().every(([, id]) => connected.order.has(id) && connected.pnl.has(id)),
  };
}

/** Which clearing firm and introducing broker each account has: within one user they differ, and most requests name them. */
function createOwners() {
  let owners: ReadonlyMap<string, Values> | undefined;
  let owner: Values = {};
  const known = Promise.withResolvers<void>();

  async function read(link: Link): Promise<void> {
    const [info = {}] = await link.ask(templates.loginInfo);
    owner = ownerOf(info);
    const rows = await link.ask(templates.accounts, userOf(info));
    owners = new Map(rows.map((row) => [textOf(row, 'accountId'), ownerOf(row)]));
    known.resolve();
  }

  return {
    read,
    areKnown: known.promise,
    know: (vendorId: string) => owners?.has(vendorId) === true,
    /** What names an account in a request; of one that the vendor doesn't list, its refusal is what matters. */
    identify: (vendorId: string): Values => ({ ...(owners?.get(vendorId) ?? owner), accountId: vendorId }),
  };
}
