import { isEqual } from '#shared/accounts/bridge-signature.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import type { Adapter } from '../core/adapter.ts';
import { isObject } from '../core/answers.ts';
import { createContracts } from '../core/contracts.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createVolumetricaAccess } from './access.ts';
import { createAccounts } from './accounts.ts';
import { createFeed } from './feed.ts';
import { createFills } from './fills.ts';
import { createInfos } from './infos.ts';
import { createMoney } from './money.ts';
import { createRest } from './rest.ts';
import { createRules } from './rules.ts';
import { describeOpen, type VolumetricaSettings } from './settings.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

/** Connects Volumetrica's interface for prop firms. Its accounts, which dxFeed's prices feed, are the site's `dxfeed`. */
export function createVolumetricaAdapter(settings: VolumetricaSettings, parts: CoreParts): Adapter {
  const { open } = settings;
  const rest = createRest(settings, parts);
  const rules = createRules(rest, parts);
  const accounts = createAccounts(rest, rules, parts);
  const contracts = createContracts(
    (contractId) => rest.get('/Symbol/ContractName', { contractId }).then((name) => String(name).replace(/^\//, '')),
    () => parts.clock.now(),
  );
  const access = createVolumetricaAccess(rest, accounts, open, parts);
  const fills = createFills(parts, accounts, contracts, open);
  const infos = createInfos(parts, accounts, contracts, access);
  const money = createMoney(rest, accounts, parts);
  const feed = createFeed(parts, { rest, accounts, fills, infos, money, open, onRead: access.onPositions });
  const subscriptions = createSubscriptions(rest, accounts, settings, parts);
  const receive = createWebhooks(settings, subscriptions, feed.wake, parts);

  return {
    platform: 'dxfeed',
    capabilities: [
      ...(['canOpen', 'canReset', 'canLock', 'canFlatten', 'canTransfer', 'canClose', 'holdsLimits'] as const),
      ...(['setsMarketData', 'enforcesPersonalStop', 'reportsFees'] as const),
      ...(open.personalStops === 'rule' ? (['holdsPersonalStop'] as const) : []),
      ...(open.goneFills === 'bust' ? (['reportsBusts'] as const) : []),
    ],
    async run(signal) {
      await Promise.all([feed.run(signal), access.run(signal), subscriptions.run(signal)]);
    },
    receive,
    standing: () => ({
      ...{ isSynced: feed.isSynced(), feedLagMs: fills.lagMs(), maintenanceUntil: null },
      problem: feed.problem() ?? rest.problem(),
    }),
    open: accounts.open,
    reset: (accountId, requestId) =>
      access.inTurn(accountId, async () => {
        // What was traded before belongs to the time before.
        await feed.pollNow();
        await accounts.reset(accountId, requestId);
      }),
    async setAccess(accountId, request) {
      if (request.marketData) subscriptions.set(accountId, request.marketData);
      return access.set(accountId, request);
    },
    transfer: money.transfer,
    tasks: money.tasks,
    settleTransfer: money.settle,
    close: (accountId) => access.inTurn(accountId, () => accounts.close(accountId)),
    balances: feed.report,
    async examine() {
      const questions = describeOpen(settings).map((sentence) => [true, `Ask your vendor ${sentence}`] as const);
      try {
        const known = new Set((await rules.readSymbols()).map(({ instrument }) => instrument));
        const missing = instrumentCodes.filter((code) => !known.has(code));
        const symbols =
          missing.length === 0
            ? 'Volumetrica lists every instrument of the site.'
            : `Volumetrica doesn’t list ${missing.join(', ')}: nobody can trade them there.`;
        return [[true, 'Volumetrica accepts the API key.'], [known.size > 0, symbols], ...questions];
      } catch (error) {
        return [[false, error instanceof Error ? error.message : String(error)], ...questions];
      }
    },
  };
}

const subscription = 2;

/**
 * Takes the vendor's messages. Its one queue repeats each until it is answered with 200, so that a refusal would hold up all
 * others. A message may be old: it makes us look, and only a subscription's newer version is taken from it.
 */
function createWebhooks(
  { webhook }: VolumetricaSettings,
  subscriptions: Subscriptions,
  wake: () => void,
  { metrics, record, say }: CoreParts,
) {
  return (headers: Readonly<Record<string, string | readonly string[] | undefined>>, body: string): number => {
    if (!webhook || !isEqual(String(headers[webhook.header] ?? ''), webhook.secret)) return 401;
    metrics.count('webhooks');
    try {
      const message: unknown = JSON.parse(body);
      record('in', 'webhook', message);
      if (!isObject(message)) return 200;
      if (message['category'] === subscription && isObject(message['object'])) subscriptions.take(message['object']);
      else wake();
    } catch (error) {
      say(`a webhook can't be read: ${error}`);
    }
    return 200;
  };
}
