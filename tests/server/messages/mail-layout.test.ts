import { expect, test } from 'vitest';
import { renderMail } from '#server/core/mail/layout.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';

const firm = { brand: 'Tidemark', supportEmail: 'help@example.org', origin: 'https://example.org' };

function renderRows(rows: readonly { label: string; value: string }[]): readonly string[] {
  const content = { subject: 'Rows', greeting: 'Hello,', blocks: [{ kind: 'table', rows }] as const };
  return renderMail(content, createMailContext('en', firm)).html.match(/<tr><td class="text rule".*?<\/tr>/g) ?? [];
}

test('a row that a phone has no room for has its label above its value, and others stay on one line', () => {
  const [short, long] = renderRows([
    // 7 and 10 characters; 16 and 19, one more than the 34 that fit.
    { label: 'Account', value: 'RTH-204431' },
    { label: 'Last day to end ', value: 'November 26, 2026..' },
  ]);
  expect(short?.match(/<td/g)).toHaveLength(2);
  expect(short?.match(/white-space:nowrap/g)).toHaveLength(2);
  expect(long?.match(/<td/g)).toHaveLength(1);
  expect(long).toContain('colspan="2"');
  expect(long).toMatch(/display:block.*Last day to end <\/span>November 26, 2026\.\./);
});

test('a long name breaks instead of widening the mail', () => {
  const [row] = renderRows([{ label: 'Name', value: 'W'.repeat(200) }]);
  expect(row).toContain('overflow-wrap:anywhere');
  expect(row).not.toContain('nowrap');
});

test('a code to type is large, and an address to copy stays small', () => {
  const render = (text: string) =>
    renderMail({ subject: 'Code', greeting: 'Hello,', blocks: [{ kind: 'code', text }] }, createMailContext('en', firm))
      .html;
  expect(render('482913')).toContain('font-size:32px;letter-spacing:4px');
  expect(render('https://example.org/?ref=TIDE')).toContain('font-size:16px');
  expect(render('https://example.org/?ref=TIDE')).not.toContain('letter-spacing:4px');
});
