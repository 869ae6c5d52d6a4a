import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBridgePlatform } from '#server/accounts/ports/platform/bridge.ts';
import { type Platform, PlatformPending } from '#server/accounts/ports/platform/platform.ts';
import { createSimulatedPlatform } from '#server/accounts/ports/platform/simulated.ts';
import { sign, signatureHeaders, signRequest } from '#shared/accounts/bridge-signature.ts';
import { platformFacts, platforms } from '#shared/catalog/platforms.ts';
import { trailing } from '../../unit/support.ts';
import { startTestApp } from '../support/app.ts';
import { bridgeSecret, startFileBridge } from '../support/file-bridge.ts';

type Adapter = {
  readonly platform: Platform;
  /** What operators do by hand, such as to confirm what files can't carry out. */
  work(): Promise<void>;
  /** Whether the platform itself lets the account trade. */
  mayTrade(accountId: string): Promise<boolean>;
  stop(): void | Promise<void>;
};

/** Every adapter of the platform port; a new one gets an entry and then has to pass. */
const adapters: Readonly<Record<string, () => Promise<Adapter>>> = {
  async simulated() {
    const server = await startTestApp();
    return {
      platform: createSimulatedPlatform(server.deps),
      async mayTrade(accountId) {
        const accounts = server.deps.db.selectFrom('simulated_account').select('suspended');
        return !(await accounts.where('account_id', '=', accountId).executeTakeFirstOrThrow()).suspended;
      },
      work: async () => undefined,
      stop: () => server.close(),
    };
  },
  async bridge() {
    const bridge = await startFileBridge('http://127.0.0.1:1');
    const server = await startTestApp();
    const settings = { url: bridge.url, secret: bridgeSecret, clock: () => new Date(), db: server.deps.db };
    const command = async (path: string): Promise<{ readonly tasks: readonly { readonly id: string }[] }> => {
      const at = new Date();
      const { timestamp, signature } = sign(bridgeSecret, '{}', at);
      const headers = {
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.signature]: signature,
        [signatureHeaders.requestSignature]: signRequest(bridgeSecret, { method: 'POST', path, body: '{}' }, at),
      };
      return (await fetch(`${bridge.url}${path}`, { method: 'POST', headers, body: '{}' })).json();
    };
    return {
      platform: createBridgePlatform(settings),
      async mayTrade(accountId) {
        const accounts = JSON.parse(readFileSync(join(bridge.folder, 'accounts.json'), 'utf8'));
        return accounts[accountId].access?.trading !== false;
      },
      async work() {
        const { tasks } = await command('/tasks');
        for (const { id } of tasks) await command(`/tasks/${id}/confirm`);
      },
      async stop() {
        bridge.stop();
        await server.close();
      },
    };
  },
};

const ownerOf = (accountId: string, platform = platforms[0]) => ({
  ...{
    accountId,
    platform,
    rules: trailing,
    email: 'ada.lovelace@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
  },
});

const trading = { trading: true, marketData: ['cme-top'] } as const;
const suspended = { trading: false, until: null, flatten: true, reason: 'risk', marketData: [] } as const;

describe.each(Object.entries(adapters))('the %s platform', (_name, start) => {
  let adapter: Adapter;
  let platform: Platform;

  beforeAll(async () => {
    adapter = await start();
    ({ platform } = adapter);
  });

  afterAll(() => adapter.stop());

  /** Repeats a request until operators have done their part, as the server does. */
  async function done<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof PlatformPending)) throw error;
      await adapter.work();
      return request();
    }
  }

  async function open(accountId: string) {
    const { platformAccountId } = await platform.openAccount(ownerOf(accountId));
    return { accountId, platform: platforms[0], platformAccountId };
  }

  test.each(platforms)('an account on %s has an id with its prefix, and credentials', async (name) => {
    const opened = await platform.openAccount(ownerOf(`on-${name}`, name));
    expect(opened.platformAccountId).toMatch(new RegExp(`^${platformFacts[name].accountPrefix}-\\d{6,}$`));
    expect(opened.user).toMatch(/^adalovelace-\d{6,}$/);
    expect(opened.secret.length).toBeGreaterThanOrEqual(12);
  });

  test('opening an account again returns the same one, and another account differs in everything', async () => {
    const first = await platform.openAccount(ownerOf('first'));
    expect(await platform.openAccount(ownerOf('first'))).toEqual(first);
    const second = await platform.openAccount(ownerOf('second'));
    expect(second.platformAccountId).not.toBe(first.platformAccountId);
    expect(second.user).not.toBe(first.user);
    expect(second.secret).not.toBe(first.secret);
  });

  test('a transfer happens once per request, and repeating it returns the first time', async () => {
    const account = await open('rich');
    const first = await done(() => platform.transferMoney(account, -50_000, 'payout-1'));
    expect(await done(() => platform.transferMoney(account, -50_000, 'payout-1'))).toEqual(first);
    expect(first.transferredAt).toBeGreaterThan(Date.UTC(2020, 0, 1));
    const back = await done(() => platform.transferMoney(account, 50_000, 'payout-1-returned'));
    expect(back.transferredAt).toBeGreaterThanOrEqual(first.transferredAt);
  });

  test('of two permissions the one with the higher revision applies, in whichever order they arrive', async () => {
    const account = await open('busy');
    expect(await adapter.mayTrade('busy')).toBe(true);
    await done(() => platform.setAccess(account, suspended, 2));
    await done(() => platform.setAccess(account, trading, 1));
    expect(await adapter.mayTrade('busy')).toBe(false);
    await done(() => platform.setAccess(account, trading, 3));
    await done(() => platform.setAccess(account, trading, 3));
    expect(await adapter.mayTrade('busy')).toBe(true);
  });

  test('resetting and closing an account can be repeated', async () => {
    const account = await open('over');
    await done(() => platform.resetAccount(account, 'order-1'));
    await done(() => platform.resetAccount(account, 'order-1'));
    await done(() => platform.closeAccount(account));
    await done(() => platform.closeAccount(account));
  });
});
