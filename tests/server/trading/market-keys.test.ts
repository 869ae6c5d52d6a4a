import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openKeys } from '#server/core/keys.ts';
import { publishMarketKeys } from '#server/trading/market/publish-keys.ts';
import { marketKeys } from '#shared/trading/contract-market.ts';
import { checkPrice } from '#shared/trading/market/check-price.ts';
import type { KeyEntry } from '#shared/trading/market/key-chain.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { quoteAt } from '../support/terminal.ts';

// 2026-11-18 is a Wednesday; its market day begins at 23:00 UTC on Tuesday.
const startAt = Date.parse('2026-11-18T15:00:00Z');
const dayMs = 86_400_000;
const hourMs = 3_600_000;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt, environment: { APP_SECRET: 'the-first-secret-of-this-installation' } });
});

afterAll(() => server.close());

const ask = () => client(server);

async function readEntries(): Promise<KeyEntry[]> {
  const response = await server.app.request('/api/market/keys/chain');
  expect(response.headers.get('content-disposition')).toContain('market-keys.json');
  return ((await response.json()) as { entries: KeyEntry[] }).entries;
}

async function days() {
  return (await ask()(marketKeys)).data.days.map(({ day, key }) => [day, key !== null]);
}

describe('the simulated market’s keys', () => {
  test('are announced by their hashes a day ahead, and published after their day', async () => {
    expect((await ask()(marketKeys)).data).toEqual({ head: null, days: [] });
    await Promise.all([publishMarketKeys(server.deps), publishMarketKeys(server.deps)]);
    expect(await readEntries()).toHaveLength(1);
    expect(await days()).toEqual([
      ['2026-11-19', false],
      ['2026-11-18', false],
    ]);
    const announced = (await ask()(marketKeys)).data.days[0];
    expect(announced).toMatchObject({ startsAt: Date.parse('2026-11-18T23:00:00Z'), announcedAt: startAt });

    // A minute after the close of the day, another server's clock may still be before it.
    await server.clock.advance(8 * hourMs + 60_000);
    await publishMarketKeys(server.deps);
    expect(await days()).toEqual([
      ['2026-11-20', false],
      ['2026-11-19', false],
      ['2026-11-18', false],
    ]);
    await server.clock.advance(5 * 60_000);
    await publishMarketKeys(server.deps);
    await publishMarketKeys(server.deps);
    expect(await readEntries()).toHaveLength(3);
    expect((await days()).at(-1)).toEqual(['2026-11-18', true]);

    await server.clock.advance(dayMs);
    await publishMarketKeys(server.deps);
    const [, , yesterday] = (await ask()(marketKeys)).data.days;
    expect(yesterday).toMatchObject({ day: '2026-11-19', hash: announced?.hash });
    const key = Buffer.from(yesterday?.key ?? '', 'hex');
    expect(key).toHaveLength(32);
    expect(createHash('sha256').update(key).digest('hex')).toBe(announced?.hash);
  });

  test('after days without a server follow in one entry, and none is skipped', async () => {
    const before = (await readEntries()).length;
    await server.clock.advance(5 * dayMs);
    await publishMarketKeys(server.deps);
    const entries = await readEntries();
    expect(entries).toHaveLength(before + 1);
    const body = JSON.parse(entries.at(-1)?.body ?? '') as { keys: object; hashes: object };
    expect(Object.keys(body.keys)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']);
    expect(Object.keys(body.hashes)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']);
  });

  test.each([
    ['ES', '2026-12', '2026-11-18T15:00:00.250Z'],
    ['MES', '2027-03', '2026-11-19T22:59:59.750Z'],
    ['QM', '2027-01', '2026-11-21T04:03:02Z'],
    ['6J', '2026-12', '2026-11-24T00:00:00Z'],
  ] as const)(
    'recompute the price of %s %s at %s, in a browser and by the program',
    async (instrument, month, time) => {
      const at = Date.parse(time);
      const shown = quoteAt(server, at, { instrument, month });
      const entries = await readEntries();
      const check = await checkPrice(entries, { contract: { instrument, month }, at });
      expect(check).toMatchObject({
        status: 'recomputed',
        quote: { bidTicks: shown.bidTicks, askTicks: shown.askTicks },
      });
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'));
      const path = join(folder, 'market-keys.json');
      writeFileSync(path, await (await server.app.request('/api/market/keys/chain')).text());
      const arguments_ = ['public/verify-market-price.mjs', path, `${instrument} ${month}`, time];
      const output = execFileSync(process.execPath, arguments_, { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      expect(output).toContain(`(${shown.bidTicks} ticks), ask`);
      expect(output).toContain(`(${shown.askTicks} ticks)`);
    },
  );

  test('say until when a price waits, and which can’t be recomputed', async () => {
    const contract = { instrument: 'ES', month: '2026-12' } as const;
    const entries = await readEntries();
    const today = server.clock.now().getTime();
    const check = await checkPrice(entries, { contract, at: today });
    expect(check).toMatchObject({ status: 'pending', until: Date.parse('2026-11-25T23:00:00Z') });
    const before = Date.parse('2026-11-17T22:59:59Z');
    expect(await checkPrice(entries, { contract, at: before })).toEqual({ status: 'unpublished' });
  });

  test('reveal a change of any entry, and another key than the announced one', async () => {
    const contract = { instrument: 'ES', month: '2026-12' } as const;
    const entries = await readEntries();
    for (const [index, { hash, body }] of entries.entries()) {
      const changed = entries.with(index, { hash, body: body.replace('"at":"2026', '"at":"2025') });
      expect(await checkPrice(changed, { contract, at: startAt })).toEqual({ status: 'changed' });
    }
    // Rehashed from the changed entry on, so that only the key itself is wrong.
    let previous = '';
    const rehashed = entries.map(({ body }) => {
      const other = body.replace(
        /("keys":\{"2026-11-18":")(.)/,
        (_, start, digit) => `${start}${digit === '0' ? '1' : '0'}`,
      );
      previous = createHash('sha256').update(`${previous}\n${other}`).digest('hex');
      return { hash: previous, body: other };
    });
    expect(rehashed).not.toEqual(entries);
    expect(await checkPrice(rehashed, { contract, at: startAt })).toEqual({ status: 'changed' });
  });

  test('and prices stay what they are under a new APP_SECRET', async () => {
    const { rotateSecrets } = await import('#tools/rotate-secrets.ts');
    const before = quoteAt(server, startAt);
    const env = { ...server.deps.env, appSecret: 'the-second-secret-of-this-installation' };
    const connection = { kind: 'embedded', db: server.deps.db } as unknown as Parameters<typeof openKeys>[1];
    await rotateSecrets(env, connection, 'the-first-secret-of-this-installation');
    const rotated = await server.another({ keys: await openKeys(env, connection) });
    expect(rotated.deps.marketKey).toEqual(server.deps.marketKey);
    expect(quoteAt(rotated, startAt)).toEqual(before);
  });

  test('can’t be changed or deleted', async () => {
    const { db } = server.deps;
    await expect(db.deleteFrom('market_key_entry').execute()).rejects.toThrow('append-only');
    await expect(db.updateTable('market_key_entry').set({ body: '' }).execute()).rejects.toThrow('append-only');
  });
});
