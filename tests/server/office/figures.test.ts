import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { type FigureName, figureNames, officeFigure } from '#shared/firm/contract-figures.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

async function signInFinance() {
  const person = await signInPerson(server);
  await giveRoles(server, person.personId, ['finance']);
  return person;
}

describe('the back office figures', () => {
  test('count sales and opened accounts, and their export is audited', async () => {
    const { token, personId } = await signInFinance();
    const buyer = await signInPerson(server, { lifetimeMs: 30 * dayMs });
    await buyAccount(server, buyer.personId, 'classic-25k');
    const today = server.deps.clock().toISOString().slice(0, 10);
    const read = async (name: FigureName) =>
      (await ask(officeFigure, { token, query: { name, from: today, to: today } })).data.rows;
    const sold = (await read('sales')).find((row) => row[1] === 'evaluation');
    expect(sold?.[0]).toBe(today);
    expect(Number(sold?.[2])).toBeGreaterThan(0);
    const classic = (await read('pass-rates')).find((row) => row[0] === 'classic' && row[1] === '25K');
    expect(classic).toEqual(['classic', '25K', 1, 0, 0, 1, null]);
    for (const name of figureNames) expect(Array.isArray(await read(name)), name).toBe(true);
    const file = await server.app.request(`/api/admin/figures/file?name=sales&from=${today}&to=${today}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect((await file.text()).split('\r\n')[0]).toContain('day,kind,orders,total_usd');
    const entry = await server.deps.db
      .selectFrom('audit')
      .select(['actor', 'entity_id'])
      .where('action', '=', 'figure-exported')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ actor: `person:${personId}`, entity_id: 'sales' });
  });
});
