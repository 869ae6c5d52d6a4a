import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchDiscount, fetchPackages } from '../../src/contract/packages.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { client } from './support/client.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

test('the packages on sale are told in the envelope', async () => {
  const answer = await client(server)(fetchPackages);
  expect(answer.response_status).toBe(200);
  expect(answer.data.packages.length).toBeGreaterThan(3);
});

test('the promotion speaks the reader’s language', async () => {
  const ask = client(server);
  const french = await ask(fetchDiscount, { locale: 'fr' });
  const english = await ask(fetchDiscount);
  expect(french.data.PackageDiscount?.title).not.toBe(english.data.PackageDiscount?.title);
});

test('an unknown call is a 404 in the envelope, a page header or two on it', async () => {
  const response = await server.app.request('/api/nothing/here');
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ response_status: 404, data: null });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-request-id')).toBeTruthy();
});

test('the server says that it is alive and ready', async () => {
  expect((await server.app.request('/api/health')).status).toBe(200);
  expect((await server.app.request('/api/ready')).status).toBe(200);
});
