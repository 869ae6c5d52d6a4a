import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as rithmic from './rithmic-bench.ts';
import * as tradovate from './tradovate-bench.ts';
import * as volumetrica from './volumetrica-bench.ts';

/** The settings that a bridge's page lists under “Ask your vendor before going live”. */
const askedSettings = (name: string) =>
  readFileSync(`deploy/bridge/${name}.md`, 'utf8')
    .split('## Ask your vendor before going live')[1]
    ?.match(/`[A-Z]+_[A-Z_]+`/g)
    ?.map((each) => each.slice(1, -1)) ?? [];

type Bridge = { readonly adapter: { examine(): Promise<readonly (readonly [boolean, string])[]> } };

async function examineWith({ adapter }: Bridge): Promise<string> {
  return (await adapter.examine()).map(([, sentence]) => sentence).join(' ');
}

const bridges = { rithmic, tradovate, volumetrica };

describe.each(Object.keys(bridges) as (keyof typeof bridges)[])('%s', (name) => {
  const { prepareBench, connect } = bridges[name];
  prepareBench();

  test('doctor names every setting that the vendor must be asked about', async () => {
    const asked = askedSettings(name);
    expect(asked.length).toBeGreaterThan(3);
    const said = await examineWith(connect());
    expect(asked.filter((setting) => !said.includes(setting))).toEqual([]);
  });
});

describe('Tradovate: who leaves', () => {
  tradovate.prepareBench();

  test('doctor lists a user whose last account is closed, until they have one again', async () => {
    const bridge = tradovate.connect();
    await tradovate.openOne(bridge, 'acc-1');
    await tradovate.openOne(bridge, 'acc-2');
    await bridge.adapter.close('acc-1');
    expect(await examineWith(bridge)).not.toContain('No open account');
    await bridge.adapter.close('acc-2');
    const [user] = tradovate.bench.vendor.firm.list('user');
    expect(await examineWith(bridge)).toContain(
      `of 1 of the vendor’s users, whose subscriptions renew until you cancel them: ${user?.id}.`,
    );
    await tradovate.openOne(bridge, 'acc-3');
    expect(await examineWith(bridge)).not.toContain('No open account');
  });
});
