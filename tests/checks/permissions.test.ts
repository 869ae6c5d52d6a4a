import { expect, test } from 'vitest';
import { type CallAccess, roles } from '#shared/core/access.ts';
import { registry } from '#shared/firm/registry.ts';
import { isTraderViewCall } from '#shared/firm/trader-view-calls.ts';
import { nameOf, permissions, traderViewCalls } from '../support/permissions.ts';

const describeAccess = (access: CallAccess) =>
  typeof access === 'string' ? access : roles.filter((role) => access.roles.includes(role)).join(' ');

test('each call admits exactly whom the reviewed table names', () => {
  const differences = registry.flatMap((call) => {
    const [code, table] = [describeAccess(call.access), permissions.get(nameOf(call))];
    if (code === table) return [];
    return [`${nameOf(call)}: the contract admits ${code}; permissions.yaml ${table ?? 'does not know the call'}`];
  });
  expect(differences).toEqual([]);
  const known = new Set(registry.map(nameOf));
  expect([...permissions.keys()].filter((call) => !known.has(call))).toEqual([]);
});

test('every call of the back office requires a role', () => {
  const office = [...permissions].filter(([call]) => call.split(' ')[1]?.startsWith('admin/'));
  expect(office.filter(([, who]) => !who.startsWith('admin'))).toEqual([]);
});

test('a trader’s read-only view reads what the table names, and what is public', () => {
  const read = registry.filter((call) => isTraderViewCall(call) && permissions.get(nameOf(call)) !== 'any');
  expect(new Set(read.map(nameOf))).toEqual(traderViewCalls);
});
