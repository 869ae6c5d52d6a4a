import { describe, expect, it } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { renderHolidayTable } from '#content/holiday-table.ts';
import { createTemplateVariables } from '#content/template-variables.ts';

const catalog = readCatalog();
const { calendar } = catalog;
const rowOf = (table: string, name: string) => table.split('\n').find((row) => row.includes(name));

describe('the holiday table', () => {
  it('shows when each group stops, with an arrow if the session counts for the next day', () => {
    const table = renderHolidayTable(calendar, 2026, 'en');
    expect(rowOf(table, '| Thanksgiving')).toBe(
      '| November 26, 2026 | Thanksgiving → | 12:00 | 12:00 | 13:30 | closed | closed | open |',
    );
    expect(rowOf(table, 'Christmas Eve')).toBe(
      '| December 24, 2026 | Christmas Eve | 12:15 | 12:15 | 12:45 | 12:05 | 12:05 | open |',
    );
  });

  it('writes French times as in running text, and lists only the days of its year', () => {
    const table = renderHolidayTable(calendar, 2027, 'fr');
    expect(rowOf(table, 'Day after Thanksgiving')).toContain('| 12\u00a0h\u00a015 |');
    expect(rowOf(table, 'Good Friday')).toContain('| 26 mars 2027 | Good Friday | fermé | fermé |');
    const days = calendar.holidays.filter(({ date }) => date.startsWith('2027-'));
    expect(table.split('\n')).toHaveLength(days.length + 2);
  });

  it('is a template variable for every year in the calendar', () => {
    expect(createTemplateVariables(catalog, 'pt').get('calendar.2027')).toBe(renderHolidayTable(calendar, 2027, 'pt'));
  });
});
