import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { fetchPackages } from '#shared/catalog/contract.ts';
import { editCatalog, type PublishedRules, publishLaterRules } from '../../support/later-rules.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-program-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const withoutPremiumRules = (rules: string) => rules.replace(/^ {2}premium:\n(?: {4}.*\n)+/m, '');
const readCopy = () => readCatalog(join(folder, 'content'));

/** A catalog in which Premium is new: the version before the current one was published without it. */
function publishPremium(): PublishedRules {
  const published = publishLaterRules(folder, (rules) => rules);
  editCatalog(folder, `rules/${published.before}.yaml`, withoutPremiumRules);
  editCatalog(folder, 'payouts.yaml', (text) => text.replace(/, premium: \d+ \}/, ' }'));
  return published;
}

test('a new program is sold under the next version of the rules, and the published version stays as it was', async () => {
  const { before, after } = publishPremium();
  const catalog = readCopy();
  expect(Object.keys(catalog.rules[before]?.programmes ?? {})).not.toContain('premium');
  const server = await startTestApp({ catalog });
  onTestFinished(() => server.close());
  const { packages } = (await client(server)(fetchPackages)).data;
  expect(packages.filter(({ program }) => program === 'premium')).toHaveLength(3);
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId, 'premium-50k');
  const account = await server.deps.db
    .selectFrom('trading_account')
    .select(['program', 'size', 'rules_version'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  expect(account).toEqual({ program: 'premium', size: '50K', rules_version: after });
});

test('a program on sale without rules is refused with the file and what to add', () => {
  const { after } = publishPremium();
  editCatalog(folder, `rules/${after}.yaml`, withoutPremiumRules);
  expect(readCopy).toThrow(
    `content/catalog/rules/${after}.yaml: premium-50k is on sale, but there are no rules for premium 50K`,
  );
});

test('a program on sale without payout terms is refused with the file and what to add', () => {
  const { after } = publishPremium();
  editCatalog(folder, 'payouts.yaml', (text) => text.replaceAll(/, premium: \d+ \}/g, ' }'));
  expect(readCopy).toThrow(
    `content/catalog/payouts.yaml: premium-50k is on sale, but winningDays of ${after} has no premium`,
  );
});
