import { expect, test } from 'vitest';
import en from '#locales/en/office.json' with { type: 'json' };
import fr from '#locales/fr/office.json' with { type: 'json' };
import pt from '#locales/pt/office.json' with { type: 'json' };
import { auditActions, auditEntities } from '#shared/core/audit-actions.ts';

test.each([
  ['English', en],
  ['French', fr],
  ['Portuguese', pt],
])('every action and subject of the audit log has its own text in %s', (_, strings) => {
  const texts: Readonly<Record<string, string>> = strings;
  const written = Object.keys(texts).filter((key) => key.startsWith('action_'));
  expect(written.map((key) => key.slice('action_'.length)).sort()).toEqual([...auditActions].sort());
  expect(auditEntities.filter((entity) => !texts[`value_${entity}`])).toEqual([]);
  // Two actions with the same text couldn't be told apart.
  expect(new Set(written.map((key) => texts[key])).size).toBe(auditActions.length);
});
