import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openAnswerCheck } from '../support/openapi-answer.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const outside = {};
const machine = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };

async function ask(path: string, env: object) {
  const response = await server.app.request(`/api${path}`, {}, env);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('health and readiness answer as the OpenAPI document says, to visitors, operators and when not ready', async () => {
  const check = await openAnswerCheck(server);
  const answers: [string, number][] = [];
  for (const env of [outside, machine]) {
    for (const path of ['/health', '/ready']) {
      const answer = await ask(path, env);
      expect(check('GET', path, answer), `${path} ${answer.text}`).toEqual([]);
      answers.push([path, answer.status]);
    }
  }
  server.deps.readiness.found = null;
  const stopping = await server.another({
    migrations: { ...server.deps.migrations, '9999-future': { up: async () => undefined } },
  });
  const refused = await stopping.app.request('/api/ready', {}, machine);
  const text = await refused.text();
  expect([refused.status, JSON.parse(text)]).toEqual([
    503,
    expect.objectContaining({ status: 'not ready', reason: expect.any(String) }),
  ]);
  expect(check('GET', '/ready', { status: 503, type: refused.headers.get('content-type'), text })).toEqual([]);
  expect(check('GET', '/ready', { status: 200, type: 'application/json', text: '{"state":"ready"}' })).not.toEqual([]);
  expect(answers.map(([, status]) => status)).toEqual([200, 200, 200, 200]);
});
