import { describe, expect, test } from 'vitest';
import { visit } from '#bridge/rithmic/plant.ts';
import { readSettings } from '#bridge/rithmic/settings.ts';
import type { FieldName, Values } from '#bridge/rithmic/wire.ts';
import { contract, findFault } from '../../emulators/rithmic/contract.ts';
import { bench, connect, eventually, prepareBench, request, writePool } from './rithmic-bench.ts';

prepareBench();

/** What only other clients ask for. */
const others = [304, 310, 320, 336, 3512];
const plantNames = { 2: 'order', 4: 'pnl' } as const;

/** Signs in to a plant and asks. */
async function ask(plant: number, template: number, values: Values) {
  const settings = readSettings(
    {
      ...{ RITHMIC_GATEWAY: bench.vendor.url, RITHMIC_SYSTEM: 'Rithmic Test', RITHMIC_USER: 'firm' },
      ...{ RITHMIC_PASSWORD: 'right', RITHMIC_APP_NAME: 'tidemark' },
    },
    '.',
    1,
  );
  const { clock } = bench;
  const nothing = () => undefined;
  const parts = { clock, say: nothing, record: nothing, metrics: { count: nothing, gauge: nothing, text: () => '' } };
  return visit(plantNames[plant as 2 | 4], settings, parts, (link) => link.ask(template, values));
}

const valuesOf = (template: number, dropped?: string): Values => {
  const { message } = bench.vendor.callsOf(template)[0] ?? {};
  const names = Object.keys(contract[template]?.fields ?? {}).filter((name) => name !== dropped);
  return Object.fromEntries(names.map((name) => [name, message?.[name as FieldName]?.[0] ?? '']));
};

describe('Rithmic: what its descriptions require', () => {
  test('every request of the table is sent as it stands there, and without any of its fields it is rejected', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bridge.stop();
    const templates = Object.keys(contract).map(Number);
    const wrong = bench.vendor.calls.flatMap(({ template, message }) => {
      const row = contract[template];
      const fault = row ? findFault(row, message) : 'unknown';
      return fault === undefined ? [] : [`${template}: ${fault}`];
    });
    expect(wrong).toEqual([]);
    const sent = new Set(bench.vendor.calls.map(({ template }) => template));
    expect(
      templates.filter((template) => !sent.has(template) && !others.includes(template) && template !== 12),
    ).toEqual([]);
    for (const template of templates.filter((each) => each > 18 && !others.includes(each)))
      for (const dropped of Object.keys(contract[template]?.fields ?? {})) {
        const { plants } = contract[template] ?? {};
        const [plant = 0] = plants === 'any' ? [] : (plants ?? []);
        await expect(ask(plant, template, valuesOf(template, dropped)), `${template} ${dropped}`).rejects.toThrow(
          new RegExp(`bad input: ${dropped}`),
        );
      }
  });

  test('nothing is answered on another plant', async () => {
    await expect(ask(4, 300, {})).rejects.toThrow(/plant/);
    await expect(ask(2, 402, { fcmId: 'FIRM', ibId: 'BROKER', accountId: 'RTH-1' })).rejects.toThrow(/plant/);
  });

  test('an account of another clearing firm gets its fills and its balance', async () => {
    const account = bench.vendor.open(50_000, { fcmId: 'OTHER', ibId: 'BRANCH' });
    writePool(account);
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bench.vendor.broker.trade({ account, symbol: 'ESZ6', side: 'buy', price: 6_000 }, [1]);
    expect(await bridge.received('fill', 1)).toMatchObject([{ accountId: 'acc-1', priceTicks: 24_000, feeCents: 210 }]);
    expect(bridge.adapter.standing().problem).toBeUndefined();
    await eventually(() => bench.vendor.callsOf(402).length > 0);
    expect(bench.vendor.callsOf(402)[0]?.message).toMatchObject({ fcmId: ['OTHER'], ibId: ['BRANCH'] });
  });

  test('an account that the user may not read is named, and holds up no other', async () => {
    writePool('RTH-9');
    const bridge = connect();
    await bridge.adapter.open(request('acc-9'));
    bridge.start();
    await eventually(() => (bridge.adapter.standing().problem ?? '').includes('RTH-9'));
    writePool('RTH-9', 'RTH-1');
    await bridge.adapter.open(request('acc-1'));
    await eventually(async () => {
      await bench.clock.advance(1_000);
      return bench.vendor.callsOf(3506).length > 0;
    });
    bench.vendor.broker.trade({ account: 'RTH-1', symbol: 'ESZ6', side: 'buy', price: 6_000 }, [1]);
    expect(await bridge.received('fill', 1)).toMatchObject([{ accountId: 'acc-1' }]);
  });
});
