import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isDestructive } from '#shared/core/call.ts';
import { registry } from '#shared/firm/registry.ts';

/** Calls whose names sound destructive, and why they aren't. */
const harmless: Readonly<Record<string, string>> = {
  cancelContract: 'the law asks for its button, on a form of its own',
  cancelTradingOrder: 'a working order is placed again as easily',
  cancelTradingOrders: 'a working order is placed again as easily',
  closeAffiliatePayout: 'the money goes back to the balance',
  closeDocumentRequest: 'documents can be requested again',
  closeDxfeedPayout: 'the money goes back to the account',
  closeRithmicPayout: 'the money goes back to the account',
  closeTradovatePayout: 'the money goes back to the account',
  closeTicket: 'a reply opens it again',
  dismissFinding: 'only decides that nothing happens',
  endOtherSessions: 'one signs in again',
  endSessionById: 'one signs in again',
  endTraderView: 'only closes a view',
  flattenFollowers: 'a trade',
  flattenPositions: 'a trade',
  forgetLink: 'only forgets who referred a visitor',
  runCloseTickets: 'a reply opens them again',
  runDismissFindings: 'only decides that nothing happens',
};

/** Where people outside the office find each destructive call. */
const screens: Readonly<Record<string, readonly string[]>> = {
  cancelSubscription: ['src/app/billing/cancel-dialog.tsx', 'src/app/billing/pending-lists.tsx'],
  deleteProfile: ['src/app/people/profile/profile.tsx'],
  endTwoFactor: ['src/app/people/profile/two-factor-card.tsx'],
  removeDestination: ['src/app/payouts/payee/destinations-step.tsx'],
  removeJournalPicture: ['src/app/accounts/journal/journal-pictures.tsx'],
  removePasskey: ['src/app/people/profile/passkeys-card.tsx'],
  removePostbackUrl: ['src/app/shell/webhooks-panel.tsx'],
  removeWebhookUrl: ['src/app/shell/webhooks-panel.tsx'],
};

const byName = new Map(registry.map((call) => [call.name, call]));
const destructiveCalls = registry.filter(({ destructive }) => destructive !== false).map(({ name }) => name);

const verb =
  /^(run)?(cancel|close|delete|dismiss|end|flatten|forget|refund|refuse|reject|remove|revoke|suspend|terminate)/i;

test('every call that ends, deletes or takes away is known as destructive, or says why it isn’t', () => {
  const sounding = registry.filter(({ method, name }) => method !== 'GET' && verb.test(name)).map(({ name }) => name);
  const known = new Set([...destructiveCalls, ...Object.keys(harmless)]);
  expect(sounding.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !byName.has(name))).toEqual([]);
  expect(Object.keys(harmless).filter((name) => destructiveCalls.includes(name))).toEqual([]);
});

test('outside the office each destructive call has a rust button', () => {
  const own = registry.filter(({ destructive, access }) => destructive !== false && typeof access !== 'object');
  expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(screens).sort());
  for (const file of Object.values(screens).flat())
    expect(readFileSync(file, 'utf8'), file).toContain('variant="danger"');
});

test.each([
  ['takeRiskAction', { kind: 'suspend' }, 'runSuspendAccounts'],
  ['decideCommission', { decision: 'refuse' }, 'runRefuseCommissions'],
  ['decideCommission', { decision: 'allow' }, 'runAllowCommissions'],
  ['dismissFinding', {}, 'runDismissFindings'],
  ['approvePayout', {}, 'runApprovePayouts'],
])('%s with %o is as destructive on one record as on many', (single, input, many) => {
  const [one, all] = [byName.get(single), byName.get(many)];
  if (!one || !all) throw new Error('no such call');
  expect(isDestructive(one, input)).toBe(isDestructive(all, {}));
});

test('the office’s forms color their buttons by the call alone', () => {
  const form = readFileSync('src/app/office/actions/action-form.tsx', 'utf8');
  expect(form).toContain('isDestructive(contract,');
});
