import type { Adapter } from '../core/adapter.ts';
import type { Row } from '../core/answers.ts';
import { createContracts } from '../core/contracts.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTradovateAccess } from './access.ts';
import { createAccounts } from './accounts.ts';
import { createCashLog } from './cash-log.ts';
import { createCorrections } from './corrections.ts';
import { createData } from './data.ts';
import { createFills } from './fills.ts';
import { createHoldings } from './holdings.ts';
import { findMaintenanceEnd } from './maintenance.ts';
import { createOrders } from './orders.ts';
import { createRest, type Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';
import { runStream } from './stream.ts';
import { createTradovateTransfers } from './transfers.ts';

const entityTypes = [
  ...['account', 'contract', 'order', 'fill', 'fillFee', 'executionReport', 'position', 'cashBalance'],
  'accountRiskStatus',
  'cashBalanceLog',
] as const;

const maxUsersShown = 50;

/** The lists of a sync's answer, by the kind of entity; contracts and accounts are needed before fills. */
const listNames = entityTypes.map((name) => [name, name === 'accountRiskStatus' ? `${name}es` : `${name}s`] as const);

/** A sync comes in parts, and has ended when it has been quiet for a while. */
function createSync(
  { clock, say }: CoreParts,
  quietMs: number,
  onList: (entityType: string, rows: readonly Row[]) => void,
  onDone: () => void,
) {
  /** Counts the parts of syncs and the losses of the connection, so that only the newest quiet time counts. */
  let generation = 0;
  let hasLists = false;
  let isSynced = false;
  return {
    isDone: () => isSynced,
    begin(): void {
      hasLists = false;
    },
    lose(): void {
      generation += 1;
      isSynced = false;
    },
    take(part: Row): void {
      const mine = ++generation;
      for (const [entityType, list] of listNames) {
        const rows = part[list];
        if (!Array.isArray(rows)) continue;
        hasLists = true;
        onList(entityType, rows);
      }
      void clock.sleep(quietMs).then(() => {
        if (mine !== generation) return;
        if (!hasLists) return say('the sync brought no list: ask your vendor what this user may see');
        isSynced = true;
        onDone();
      });
    },
  };
}

/** What an operator checks before the bridge runs, and asks the vendor. */
async function examine(
  settings: TradovateSettings,
  rest: Rest,
  left: readonly number[],
  say: (line: string) => void,
): Promise<(readonly [boolean, string])[]> {
  const checks: (readonly [boolean, string])[] = [];
  try {
    await rest.getSession();
    checks.push([true, 'Tradovate accepts the user and password.']);
    const template = await rest.find(`/account/item?id=${settings.templateAccountId}`);
    checks.push([
      template !== undefined,
      `Template account ${settings.templateAccountId} ${template ? 'exists' : 'doesn’t exist: ask your vendor'}.`,
    ]);
  } catch (error) {
    checks.push([false, error instanceof Error ? error.message : String(error)]);
    say('The other checks need a sign-in.');
  }
  const { trailingLimit, personalStops, feeWaitMs, syncQuietMs } = settings.open;
  const notes = [
    `trailingMaxDrawdownLimit is read as the ${trailingLimit} (TRADOVATE_TRAILING_LIMIT).`,
    `personal stops are held by the ${personalStops === 'vendor' ? 'vendor, too' : 'site alone'} (TRADOVATE_PERSONAL_STOPS).`,
    `depth plans are added under ${settings.data.prefix} (TRADOVATE_DATA_PREFIX).`,
    `fills wait ${feeWaitMs} ms for their fee (TRADOVATE_FEE_WAIT_MS), and a sync has ended after ${syncQuietMs} ms without an answer (TRADOVATE_SYNC_QUIET_MS).`,
  ].map((note) => `Ask your vendor: ${note}`);
  if (left.length > 0) {
    const shown = left.slice(0, maxUsersShown).join(', ');
    notes.push(
      `No open account is left of ${left.length} of the vendor’s users, whose subscriptions renew until you cancel them: ${shown}.`,
    );
  }
  return [...checks, ...notes.map((note) => [true, note] as const)];
}

/** Connects Tradovate's partner interface, which NinjaTrader's prop firms use too. */
export function createTradovateAdapter(settings: TradovateSettings, parts: CoreParts): Adapter {
  const { clock, say } = parts;
  const rest = createRest(settings, parts);
  const contracts = createContracts(
    (id) => rest.find(`/contract/item?id=${id}`).then((row) => row && String(row['name'])),
    () => clock.now(),
  );
  const accounts = createAccounts(settings, rest, parts);
  const transfers = createTradovateTransfers(rest, settings, accounts, parts);
  const cashLog = createCashLog(parts, accounts, transfers);
  const data = createData(rest, accounts, settings, parts);
  const holdings = createHoldings(clock, contracts, accounts.idOf);
  const orders = createOrders(parts, rest, holdings, accounts.idOf);
  const corrections = createCorrections(parts, contracts, orders);
  const fills = createFills(parts, contracts, orders, corrections, settings.open.feeWaitMs);
  const access = createTradovateAccess(
    rest,
    accounts,
    settings.open,
    (vendorId) => sync.isDone() && holdings.isFlat(vendorId),
    parts,
  );
  const sync = createSync(parts, settings.open.syncQuietMs, take, access.onPositions);
  let streamProblem: string | undefined;

  const takers: Record<(typeof entityTypes)[number], (row: Row) => void> = {
    account: () => undefined,
    contract: ({ id, name }) => contracts.learn(Number(id), String(name)),
    order: orders.take,
    fill: fills.take,
    fillFee: fills.takeFee,
    executionReport: corrections.take,
    position: holdings.takePosition,
    cashBalance: holdings.takeBalance,
    cashBalanceLog: cashLog.take,
    accountRiskStatus: access.onRiskStatus,
  };
  function take(entityType: string, rows: readonly Row[]): void {
    for (const row of rows) takers[entityType as keyof typeof takers]?.(row);
    if (entityType === 'position') access.onPositions();
  }

  const handlers = {
    onAuthorized: (request: (endpoint: string, body: object) => void) => {
      sync.begin();
      request('user/syncrequest', { splitResponses: true, accounts: [], entityTypes });
    },
    onProps: take,
    onSync: sync.take,
    onLost: sync.lose,
    onProblem: (problem: string | undefined) => {
      streamProblem = problem;
    },
  };

  return {
    platform: 'tradovate',
    capabilities: [
      ...(['canOpen', 'canReset', 'canLock', 'canFlatten', 'canTransfer', 'canClose', 'holdsLimits'] as const),
      ...(['enforcesPersonalStop', 'reportsFees', 'reportsBusts'] as const),
      ...(settings.open.personalStops === 'vendor' ? (['holdsPersonalStop'] as const) : []),
      ...(data.isOffered ? (['setsMarketData'] as const) : []),
    ],
    async run(signal) {
      await Promise.all([
        runStream(rest, parts, handlers, signal),
        ...[access, data, fills].map((each) => each.run(signal)),
      ]);
    },
    standing: () => {
      const maintenanceUntil = findMaintenanceEnd(clock.now());
      const problem = maintenanceUntil === null ? (rest.problem() ?? streamProblem) : undefined;
      return { isSynced: sync.isDone() && fills.waiting() === 0, feedLagMs: fills.lagMs(), maintenanceUntil, problem };
    },
    open: accounts.open,
    reset: (accountId, requestId) => access.inTurn(accountId, () => accounts.reset(accountId, requestId)),
    async setAccess(accountId, request) {
      const packages = request.marketData;
      if (packages) data.set(accountId, packages);
      const answer = await access.set(accountId, request);
      data.requireNonProfessional(packages ?? []);
      return answer;
    },
    transfer: transfers.transfer,
    tasks: () => [...transfers.tasks(), ...data.tasks.open()],
    confirmTask: data.tasks.confirm,
    settleTransfer: transfers.settle,
    async close(accountId) {
      await accounts.close(accountId);
      data.set(accountId, []);
    },
    balances: holdings.report,
    examine: () => examine(settings, rest, accounts.listLeft(), say),
  };
}
